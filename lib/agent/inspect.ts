import type { Snapshot } from "../workflow/store";
import type { InspectedCall, Inspection } from "./api";
import type { AgentInterrupt, AgentRun, AgentTypes } from "./events";

/** The contract's `inspect` shape. */
export function toInspection({ thread, run }: Pick<Snapshot<AgentTypes>, "thread" | "run">): Inspection | null {
  if (!thread) return null;
  return { threadId: thread.threadId, title: thread.title, run: run ? inspectRun(run) : null };
}

export function inspectRun(run: AgentRun): NonNullable<Inspection["run"]> {
  return {
    runId: run.runId,
    status: run.status,
    attempt: run.attempt,
    heartbeatAt: run.status === "running" ? run.heartbeatAt : null,
    ...(run.status === "failed" && { error: run.error }),
    interrupt: run.status === "suspended" ? inspectInterrupt(run.interrupt) : null,
  };
}

export function inspectInterrupt(interrupt: AgentInterrupt): NonNullable<NonNullable<Inspection["run"]>["interrupt"]> {
  const calls = (interrupt.request.calls ?? []).map((call): InspectedCall => {
    const answer = interrupt.answers[call.callId];
    if (answer?.type === "approval") {
      return { ...call, outcome: { approved: answer.approved, ...(answer.reason && { reason: answer.reason }) } };
    }
    return answer?.type === "outcome" ? { ...call, outcome: answer.outcome } : { ...call };
  });
  return { id: interrupt.id, type: interrupt.type, calls };
}
