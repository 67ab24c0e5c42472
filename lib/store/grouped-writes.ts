import type { AgentTypes } from "../agent/events";
import { AppError } from "../errors";
import type { RunStore, SegmentRef, SegmentWrite, WriteResult } from "../workflow/store";
import type { Executor, OpenDatabase, Statement } from "./db/database";
import { statement, toJsonParam } from "./db/statement";
import { encodeEvents } from "./log-row";
import { reach } from "./reach";
import { settledStatement, writeStatement } from "./segment-write";
import { STORED_VERSION } from "./shapes";
import { checkId } from "./storable";

/** Runs in one statement. Many more would only make the first of them wait. */
const MOST_AT_ONCE = 64;

interface Job {
  segment: SegmentRef;
  write: SegmentWrite<AgentTypes>;
  resolve(result: WriteResult): void;
  reject(error: unknown): void;
}

/**
 * Stores the writes of running segments. Those that only add to the log, most of them while models are speaking, go out
 * as one statement for all runs that hand one in during the same instant: with fifty runs on one thread it is the number
 * of statements that costs. A single one, and every write that stores more, is a statement of its own.
 */
export function createGroupedWrites(openDatabase: OpenDatabase): RunStore<AgentTypes>["write"] {
  let gathered: Job[] = [];

  function flush(): void {
    const jobs = gathered;
    gathered = [];
    for (let from = 0; from < jobs.length; from += MOST_AT_ONCE) {
      void writeTogether(openDatabase, jobs.slice(from, from + MOST_AT_ONCE));
    }
  }

  return async (segment, write) => {
    checkId(segment.runId, "run id");
    if (!onlyAddsToLog(write)) return writeAlone(openDatabase, segment, write);
    return new Promise((resolve, reject) => {
      gathered.push({ segment, write, resolve, reject });
      // After everything that this instant still brings.
      if (gathered.length === 1) process.nextTick(flush);
    });
  };
}

function onlyAddsToLog({ events, records, memos, commit }: SegmentWrite<AgentTypes>): boolean {
  return events.length > 0 && records.length === 0 && !commit?.settlement && Object.keys(memos).length === 0;
}

function writeAlone(openDatabase: OpenDatabase, segment: SegmentRef, write: SegmentWrite<AgentTypes>) {
  return reach(openDatabase, (database) => writeSegment(database, segment, write));
}

async function writeSegment(
  executor: Executor,
  segment: SegmentRef,
  write: SegmentWrite<AgentTypes>,
): Promise<WriteResult> {
  type Row = { stop_requested: boolean };
  const status = write.commit?.settlement?.status;
  let [row] = await executor.query<Row>(writeStatement(segment, write));
  if (!row && status) [row] = await executor.query<Row>(settledStatement(segment, write, status));
  return row ? { kind: "written", stopRequested: row.stop_requested } : { kind: "lost" };
}

async function writeTogether(openDatabase: OpenDatabase, jobs: Job[]): Promise<void> {
  if (jobs.length > 1) {
    try {
      const rows = await reach(openDatabase, (database) =>
        database.query<{ id: string; stop_requested: boolean }>(writesStatement(jobs)),
      );
      const stops = new Map(rows.map((row) => [row.id, row.stop_requested]));
      for (const { segment, resolve } of jobs) {
        const stopRequested = stops.get(segment.runId);
        resolve(stopRequested === undefined ? { kind: "lost" } : { kind: "written", stopRequested });
      }
      return;
    } catch (error) {
      if (error instanceof AppError && error.code === "unavailable") {
        for (const { reject } of jobs) reject(error);
        return;
      }
      // One of them cannot be stored; the others must not suffer for it.
    }
  }
  for (const { segment, write, resolve, reject } of jobs) {
    writeAlone(openDatabase, segment, write).then(resolve, reject);
  }
}

/**
 * Log writes of several runs, each under the condition that its run is still running under the segment's attempt. Yields
 * a row for every run that was written to.
 */
function writesStatement(jobs: Job[]): Statement {
  return statement("writes", (param) => {
    const column = (type: string, of: (job: Job) => unknown) => param(jobs.map(of), `${type}[]`);
    const first = ({ write }: Job) => write.events[0];
    const given = `select * from unnest(
      ${column("text", ({ segment }) => segment.runId)},
      ${column("int", ({ segment }) => segment.attempt)},
      ${column("int", ({ write }) => write.lastEvent)},
      ${column("int", ({ write }) => write.lastRecord)},
      ${column("int", (job) => first(job)?.number)},
      ${column("int", (job) => first(job)?.step)},
      ${column("json", ({ write }) => toJsonParam(encodeEvents(write.events)))},
      ${column("json", ({ write }) => (write.commit ? toJsonParam(write.commit.cursor) : null))},
      ${column("int", ({ write }) => write.commit?.step ?? null)},
      ${column("int", ({ write }) => write.commit?.committedEvent ?? null)}
    ) as g(id, attempt, last_event, last_record, first_number, first_step, events, cursor, step, committed_event)`;
    const owner = `update runs set heartbeat_at = clock_timestamp(), last_event = g.last_event,
        last_record = g.last_record, cursor = coalesce(g.cursor, runs.cursor), step = coalesce(g.step, runs.step),
        committed_event = coalesce(g.committed_event, runs.committed_event)
      from given g where runs.id = g.id and runs.attempt = g.attempt and runs.status = 'running'
      returning runs.thread_pk, runs.id, runs.stop_requested, g.last_event, g.first_number, g.first_step, g.events`;
    const logged = `insert into run_log (thread_pk, last_number, first_number, step, v, run_id, events)
      select thread_pk, last_event, first_number, first_step, ${STORED_VERSION}, id, events from owner
      on conflict do nothing`;
    return `with given as (${given}), owner as (${owner}), logged as (${logged})
      select id, stop_requested from owner`;
  });
}
