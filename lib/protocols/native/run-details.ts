import type { AgentRun } from "../../agent/events";
import { inspectRun } from "../../agent/inspect";
import { isDead } from "../../workflow/types";
import type { RunDetails } from "./responses.schema";

/** Everything that the inspector shows of a run beside its log. */
export function toRunDetails(run: AgentRun, leaseSeconds: number): RunDetails {
  const running = run.status === "running" ? run : null;
  return {
    ...inspectRun(run),
    agent: run.workflow,
    model: run.data.model,
    mode: run.data.mode,
    startedAt: run.startedAt,
    endedAt: "endedAt" in run ? run.endedAt : null,
    silentSeconds: running && Math.round(running.silentSeconds * 10) / 10,
    dead: isDead(run, leaseSeconds),
    stopRequested: running?.stopRequested ?? false,
    firstEvent: run.firstEvent,
    lastEvent: run.lastEvent,
    committedEvent: run.committedEvent,
  };
}
