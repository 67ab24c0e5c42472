import { inspectInterrupt } from "../../agent/inspect";
import type { ThreadSummary } from "../../agent/store";
import { isDead } from "../../workflow/types";
import type { InboxWait, ThreadRow } from "./responses.schema";

export function toThreadRow(summary: ThreadSummary, leaseSeconds: number): ThreadRow {
  const { threadId, title, updatedAt, run } = summary;
  const calls = toInboxWait(summary).flatMap(({ interrupt }) => interrupt.calls);
  const waiting = calls.filter(({ outcome }) => outcome === undefined).length;
  const dead = run !== null && isDead(run, leaseSeconds);
  return { threadId, title, status: run?.status ?? null, dead, waiting, updatedAt };
}

/** The thread's wait, if it needs a person: a decision, or a page that runs the tool. Events and timers do not. */
export function toInboxWait({ threadId, title, run }: ThreadSummary): InboxWait[] {
  if (run?.status !== "suspended" || !needsPerson(run.interrupt.type)) return [];
  return [{ threadId, title, runId: run.runId, after: run.lastEvent, interrupt: inspectInterrupt(run.interrupt) }];
}

function needsPerson(type: string): boolean {
  return type === "approval" || type === "tool-results";
}
