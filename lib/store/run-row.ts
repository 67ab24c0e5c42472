import type { AgentRun } from "../agent/events";
import { StoredShapeError } from "./db/errors";
import { checkVersion, readCursor, readData, readError, readInterrupt } from "./shapes";

/** A row of `runs` as {@link selectRun} delivers it, inside JSON. */
export interface RunRow {
  /** Identity of this version of the row: PostgreSQL gives it a new one with every update, heartbeats included. */
  row_version: string;
  silent_seconds: number;
  started_at: string;
  heartbeat_at: string;
  ended_at: string | null;
  attempt: number;
  step: number;
  last_event: number;
  committed_event: number;
  first_event: number;
  last_record: number;
  first_record: number;
  v: number;
  retained: boolean;
  stop_requested: boolean;
  id: string;
  key: string;
  workflow: string;
  status: string;
  data: unknown;
  cursor: unknown;
  interrupt: unknown;
  error: unknown;
}

/** The newest run of a thread that fulfils `where`, as a subquery of {@link RunRow}. */
export function selectRun(threadPk: string, where = "true"): string {
  return `select xmin::text as row_version,
    greatest(0, extract(epoch from clock_timestamp() - heartbeat_at))::float8 as silent_seconds,
    started_at, heartbeat_at, ended_at, attempt, step, last_event, committed_event, first_event, last_record,
    first_record, v, retained, stop_requested, id, key, workflow, status, data, cursor, interrupt, error
  from runs where thread_pk = ${threadPk} and ${where} order by ordinal desc limit 1`;
}

const toIso = (instant: string) => new Date(instant).toISOString();

/** @throws StoredShapeError */
export function toRun(row: RunRow, threadId: string): AgentRun {
  const what = `Run ${row.id}`;
  checkVersion(row.v, what);
  const base = {
    runId: row.id,
    threadId,
    key: row.key,
    workflow: row.workflow,
    data: readData(row.data, what),
    attempt: row.attempt,
    step: row.step,
    lastEvent: row.last_event,
    committedEvent: row.committed_event,
    firstEvent: row.first_event,
    lastRecord: row.last_record,
    cursor: readCursor(row.cursor, what),
    startedAt: toIso(row.started_at),
  };
  const endedAt = toIso(row.ended_at ?? row.heartbeat_at);
  switch (row.status) {
    case "running":
      return {
        ...base,
        status: "running",
        heartbeatAt: toIso(row.heartbeat_at),
        silentSeconds: row.silent_seconds,
        stopRequested: row.stop_requested,
      };
    case "suspended":
      return { ...base, status: "suspended", interrupt: readInterrupt(row.interrupt, what) };
    case "completed":
      return { ...base, status: "completed", endedAt, retained: row.retained };
    case "failed":
      return { ...base, status: "failed", endedAt, error: readError(row.error, what) };
    case "cancelled":
      return { ...base, status: "cancelled", endedAt };
    default:
      throw new StoredShapeError(what, `unknown status "${row.status}"`);
  }
}
