import type { Inspected } from "@/lib/protocols/native/responses.schema";
import { waitingCalls } from "../thread-api/threads";
import type { CallLife } from "./call-lives";
import { threadPath } from "./inspector-api";

/** One request of a fault. */
export interface FaultRequest {
  path: string;
  body: object;
  /** Answered as soon as it is accepted: the next request goes out while the run is still running. */
  early?: boolean;
}

export interface Fault {
  id: "duplicate" | "conflict" | "stale" | "partial" | "stop" | "dead";
  label: string;
  hint: string;
  /** What will be sent, in order; empty when it makes no sense now. */
  requests: FaultRequest[];
  /** Why it makes no sense now. */
  unavailable: string;
}

type Answer = "yes" | "no";

/** What the fault lab can do to the run as it stands. */
export function toFaults({ threadId, run }: Inspected, calls: readonly CallLife[]): Fault[] {
  const approvals = waitingCalls(run, "approval");
  const open = approvals.length > 0 ? approvals : waitingCalls(run, "tool-results");
  const kind = approvals.length > 0 ? "approval" : "result";
  const answer = (ids: string[], given: Answer, early = false): FaultRequest => ({
    ...toAnswer(threadId, kind, ids, given),
    ...(early && { early }),
  });
  const ids = open.map(({ callId }) => callId);
  const first = ids.slice(0, 1);
  const noWait = "The run waits for no answer now.";
  return [
    {
      id: "duplicate",
      label: "Duplicate",
      hint: "The same answer to everything that is open, twice. It counts once.",
      requests: ids.length > 0 ? [answer(ids, "yes", true), answer(ids, "yes")] : [],
      unavailable: noWait,
    },
    {
      id: "conflict",
      label: "Conflicting",
      hint: "One answer, then the opposite. The second is refused and told what was settled.",
      requests: ids.length > 0 ? [answer(first, "yes", true), answer(first, "no")] : [],
      unavailable: noWait,
    },
    {
      id: "partial",
      label: "Partial",
      hint: "An answer to the first of several open calls. It is kept, and the run goes on waiting.",
      requests: ids.length > 1 ? [answer(first, "yes")] : [],
      unavailable: ids.length === 1 ? "Only one call is open: its answer is the whole batch." : noWait,
    },
    {
      id: "stale",
      label: "Stale",
      hint: "A recovery of an attempt that is over, and another answer to a call that is settled. Nothing changes.",
      requests: toStale(threadId, run, calls),
      unavailable: "There is no run yet.",
    },
    {
      id: "stop",
      label: "Stop",
      hint: "Ends the live run. Partial text is kept and open calls are closed.",
      requests:
        run?.status === "running" || run?.status === "suspended"
          ? [{ path: threadPath(threadId, "stop"), body: {} }]
          : [],
      unavailable: "Nothing is running or waiting.",
    },
    {
      id: "dead",
      label: "Make it look dead",
      hint: "Leaves the run as a killed process would: claimed, and silent for longer than the lease. Then recover it.",
      requests:
        run?.status === "running" && !run.dead
          ? [{ path: threadPath(threadId, "faults"), body: { fault: "dead" } }]
          : [],
      unavailable: run?.dead ? "It looks dead already." : "Only a running run can look dead.",
    },
  ];
}

function toStale(threadId: string, run: Inspected["run"], calls: readonly CallLife[]): FaultRequest[] {
  if (!run) return [];
  const fence = { runId: run.runId, attempt: run.attempt - 1 };
  const settled = calls.findLast((call) => call.outcome !== null && (call.kind === "frontend" || call.reason !== null));
  const late = settled && toAnswer(threadId, settled.reason !== null ? "approval" : "result", [settled.callId], "no");
  return [{ path: threadPath(threadId, "recover"), body: fence }, ...(late ? [late] : [])];
}

function toAnswer(threadId: string, kind: "approval" | "result", ids: string[], given: Answer): FaultRequest {
  if (kind === "approval") {
    const decision = given === "yes" ? "approve" : ["reject", "Sent by the fault lab"];
    return { path: threadPath(threadId, "approvals"), body: { decisions: mapOf(ids, decision) } };
  }
  const result = { result: given === "yes" ? "Sent by the fault lab" : "Another answer of the fault lab" };
  return { path: threadPath(threadId, "results"), body: { results: mapOf(ids, result) } };
}

function mapOf<Value>(ids: string[], value: Value): Record<string, Value> {
  return Object.fromEntries(ids.map((id) => [id, value]));
}
