import type { AgentTypes } from "../agent/events";
import type { SegmentRef, SegmentWrite, Settlement } from "../workflow/store";
import type { Memo } from "../workflow/types";
import type { Statement } from "./db/database";
import { type Param, statement, toJsonParam } from "./db/statement";
import { insertLog } from "./log-row";
import { upsertMessages } from "./message-row";
import { checkId } from "./storable";

/**
 * One write of a running segment as one statement, hence one transaction and one round trip. Nothing is stored unless
 * the run is still running under the segment's attempt: then the statement yields no row.
 */
export function writeStatement(segment: SegmentRef, write: SegmentWrite<AgentTypes>): Statement {
  checkId(segment.runId, "run id");
  const { events, records, commit } = write;
  const settlement = commit?.settlement;
  // A run that has ended well has no use for memos; a failed one may be recovered, a suspended one goes on.
  const ends = settlement?.status === "completed";
  const memos = ends ? [] : Object.entries(write.memos);
  return statement("write", (param) => {
    const set = [
      "heartbeat_at = clock_timestamp()",
      `last_event = ${param(write.lastEvent, "int")}`,
      `last_record = ${param(write.lastRecord, "int")}`,
      ...(commit ? setCommit(commit, param) : []),
    ];
    const owner = `update runs set ${set.join(", ")}
      where id = ${param(segment.runId, "text")} and attempt = ${param(segment.attempt, "int")} and status = 'running'
      returning thread_pk, id, stop_requested`;
    const parts = [`owner as (${owner})`];
    if (events.length > 0) {
      // A write that is repeated because its answer was lost finds its own events: nobody else appends to this run.
      const append = `${insertLog(events, segment.runId, "owner", param)} on conflict do nothing`;
      parts.push(`logged as (${append})`);
    }
    if (records.length > 0) parts.push(`recorded as (${upsertMessages(records, "owner", param)})`);
    if (memos.length > 0) parts.push(`noted as (${upsertMemos(memos, param)})`);
    if (ends) parts.push("forgotten as (delete from memos using owner where run_id = owner.id)");
    return `with ${parts.join(", ")} select stop_requested from owner`;
  });
}

/**
 * After a write that found no running row: whether it was this segment's own settlement, stored by an earlier attempt
 * whose answer was lost. Yields a row if so.
 */
export function settledStatement(segment: SegmentRef, write: SegmentWrite<AgentTypes>, status: string): Statement {
  return statement(
    "write settled",
    (param) => `select stop_requested from runs where id = ${param(segment.runId, "text")}
      and attempt = ${param(segment.attempt, "int")} and status = ${param(status, "text")}
      and last_event = ${param(write.lastEvent, "int")}`,
  );
}

function setCommit(commit: NonNullable<SegmentWrite<AgentTypes>["commit"]>, param: Param): string[] {
  return [
    `cursor = ${param(toJsonParam(commit.cursor), "json")}`,
    `step = ${param(commit.step, "int")}`,
    `committed_event = ${param(commit.committedEvent, "int")}`,
    ...(commit.settlement ? setSettlement(commit.settlement, param) : []),
  ];
}

function setSettlement(settlement: Settlement<AgentTypes>, param: Param): string[] {
  switch (settlement.status) {
    case "suspended":
      return ["status = 'suspended'", `interrupt = ${param(toJsonParam(settlement.interrupt), "json")}`];
    case "completed":
      return [
        "status = 'completed', ended_at = clock_timestamp()",
        `retained = ${param(settlement.retained, "boolean")}`,
      ];
    case "failed":
      return [
        "status = 'failed', ended_at = clock_timestamp()",
        `error = ${param(toJsonParam(settlement.error), "json")}`,
      ];
  }
}

function upsertMemos(memos: [string, Memo][], param: Param): string {
  for (const [key] of memos) checkId(key, "memo key");
  const column = (type: string, of: (memo: [string, Memo]) => unknown) => param(memos.map(of), `${type}[]`);
  return `insert into memos (run_id, key, status, value)
    select owner.id, x.* from owner, unnest(
      ${column("text", ([key]) => key)},
      ${column("text", ([, memo]) => memo.status)},
      ${column("json", ([, memo]) => (memo.status === "done" ? toJsonParam(memo.value) : null))}
    ) as x
    on conflict (run_id, key) do update set status = excluded.status, value = excluded.value`;
}
