import type { Inspection } from "../../agent/api";
import type { AgentRun } from "../../agent/events";
import { inspectRun } from "../../agent/inspect";
import { isDead } from "../../workflow/types";

/** Everything that the inspector shows of a run beside its log. */
export type RunDetails = NonNullable<Inspection["run"]> & {
  agent: string;
  model: string;
  mode: "stream" | "run";
  startedAt: string;
  endedAt: string | null;
  /** Seconds since the last sign of life on the database clock; `null` unless it is running. */
  silentSeconds: number | null;
  /** Silent for longer than the lease. */
  dead: boolean;
  stopRequested: boolean;
  /** The log number before the run's first event, of its newest one, and of the newest that belongs to a finished step. */
  firstEvent: number;
  lastEvent: number;
  committedEvent: number;
};

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
