import type { AgentInterrupt, AgentRun } from "../../agent/events";
import type { CancelReason, RunError } from "../../workflow/types";

/** How a run's stream ends: what it waits for, or what became of it. */
export type Settlement =
  | { status: "suspended"; interrupt: AgentInterrupt }
  | { status: "completed" }
  | { status: "failed"; error: RunError }
  | { status: "cancelled"; reason?: CancelReason };

/** What the stream of a run that has settled already ends with; `null`: it still runs. */
export function settlementOf(run: AgentRun): Settlement | null {
  switch (run.status) {
    case "suspended":
      return { status: "suspended", interrupt: run.interrupt };
    case "completed":
      return { status: "completed" };
    case "failed":
      return { status: "failed", error: run.error };
    case "cancelled":
      return { status: "cancelled" };
    case "running":
      return null;
  }
}
