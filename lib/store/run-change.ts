import type { AgentRun, AgentTypes } from "../agent/events";
import type { RunChange } from "../workflow/store";
import type { ThreadRef } from "../workflow/types";
import type { Statement } from "./db/database";
import { type Param, statement, toJsonParam } from "./db/statement";
import { insertLog } from "./log-row";
import { upsertMessages } from "./message-row";
import { STORED_VERSION } from "./shapes";
import { checkId } from "./storable";

/** How a change makes sure of its thread. */
export type ThreadGuard =
  /** The thread is new; if somebody else creates it meanwhile, nothing happens. */
  | { kind: "create"; ref: ThreadRef; title: string }
  /** Nothing was decided about the thread since `version`; otherwise nothing happens. */
  | { kind: "bump"; pk: number; version: number }
  /** An earlier statement of this transaction has made sure. */
  | { kind: "held"; pk: number };

/** A change and what its statement has to make sure of. */
export interface GuardedChange {
  change: RunChange<AgentTypes>;
  guard: ThreadGuard;
  /** Version of the run's row that the decision saw; otherwise nothing happens. `null`: whatever it is now. */
  rowVersion: string | null;
  /** Newest record number of the thread before the decision. */
  lastRecord: number;
  /** Runs whose memos are of no more use. */
  forget: string[];
}

/** Yields the thread's `pk` in one row, or no row when the decision is out of date. */
export function guardThread(guard: ThreadGuard, param: Param): string {
  switch (guard.kind) {
    case "create":
      return `insert into threads (id, owner_id, title)
        values (${param(guard.ref.threadId, "text")}, ${param(guard.ref.ownerId, "text")}, ${param(guard.title, "text")})
        on conflict (id) do nothing returning pk`;
    case "bump":
      return `update threads set version = version + 1, updated_at = clock_timestamp()
        where pk = ${param(guard.pk, "int")} and version = ${param(guard.version, "int")} returning pk`;
    case "held":
      return `select ${param(guard.pk, "int")} as pk`;
  }
}

/** One change as one statement. It yields a row if it was made. */
export function changeStatement({ change, guard, rowVersion, lastRecord, forget }: GuardedChange): Statement {
  const { run, insert, events, records } = change;
  checkId(run.runId, "run id");
  checkId(run.key, "key");
  return statement(insert ? "insert run" : "update run", (param) => {
    const parts = [
      `thread as (${guardThread(guard, param)})`,
      `run as (${insert ? insertRun(run, lastRecord, param) : updateRun(run, rowVersion, param)})`,
    ];
    if (events.length > 0) parts.push(`logged as (${insertLog(events, run.runId, "run", param)})`);
    if (records.length > 0) parts.push(`recorded as (${upsertMessages(records, "run", param)})`);
    if (forget.length > 0) {
      parts.push(`forgotten as (delete from memos using run where run_id = any(${param(forget, "text[]")}))`);
    }
    return `with ${parts.join(", ")} select thread_pk from run`;
  });
}

const hasEnded = (run: AgentRun) => run.status !== "running" && run.status !== "suspended";

/** The columns that change in a run's life. Its times are the database's, whatever the decision says. */
function changingColumns(run: AgentRun, param: Param): [string, string][] {
  return [
    ["status", param(run.status, "text")],
    ["attempt", param(run.attempt, "int")],
    ["step", param(run.step, "int")],
    ["last_event", param(run.lastEvent, "int")],
    ["committed_event", param(run.committedEvent, "int")],
    ["last_record", param(run.lastRecord, "int")],
    ["cursor", param(toJsonParam(run.cursor), "json")],
    ["interrupt", param(run.status === "suspended" ? toJsonParam(run.interrupt) : null, "json")],
    ["error", param(run.status === "failed" ? toJsonParam(run.error) : null, "json")],
    ["retained", param(run.status === "completed" && run.retained, "boolean")],
    ["stop_requested", param(run.status === "running" && run.stopRequested, "boolean")],
    ["heartbeat_at", "clock_timestamp()"],
  ];
}

function insertRun(run: AgentRun, firstRecord: number, param: Param): string {
  const columns: [string, string][] = [
    ["thread_pk", "thread.pk"],
    ["id", param(run.runId, "text")],
    ["key", param(run.key, "text")],
    ["workflow", param(run.workflow, "text")],
    ["data", param(toJsonParam(run.data), "json")],
    ["first_event", param(run.firstEvent, "int")],
    ["first_record", param(firstRecord, "int")],
    ["v", String(STORED_VERSION)],
    ["ended_at", hasEnded(run) ? "clock_timestamp()" : "null"],
    ...changingColumns(run, param),
  ];
  return `insert into runs (${columns.map(([column]) => column).join(", ")})
    select ${columns.map(([, value]) => value).join(", ")} from thread returning thread_pk, id`;
}

function updateRun(run: AgentRun, rowVersion: string | null, param: Param): string {
  const columns: [string, string][] = [
    ...changingColumns(run, param),
    ["ended_at", hasEnded(run) ? "coalesce(ended_at, clock_timestamp())" : "null"],
  ];
  // Heartbeats and writes of a running segment do not touch the thread, but they do renew the row.
  const unchanged = rowVersion === null ? "" : ` and runs.xmin = ${param(rowVersion, "text")}::xid`;
  return `update runs set ${columns.map(([column, value]) => `${column} = ${value}`).join(", ")}
    from thread where runs.thread_pk = thread.pk and runs.id = ${param(run.runId, "text")}${unchanged}
    returning runs.thread_pk, runs.id`;
}
