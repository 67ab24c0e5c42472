import type { Plan } from "../plan";
import type { RunState, ThreadState } from "./state";

/** The thread, and what storage does not say: who executes its run, and what the tests have arranged. */
export interface World {
  thread: ThreadState;
  /** Who executes the running run: a process, or nobody because it died. `null`: nothing runs. */
  owner: number | "nobody" | null;
  /** The running run has been silent for longer than the lease. */
  expired: boolean;
  /** The model call that the running run waits for breaks off in the end. */
  heldFails: boolean;
  /** How many of the next model calls break off, by process. */
  failures: number[];
  /** Model calls made so far, by living processes that own their run. */
  modelCalls: number;
  /** The plans of every question ever asked, by tag. */
  plans: Record<string, Plan>;
}

export function emptyWorld(processes: number): World {
  return {
    thread: { runs: [] },
    owner: null,
    expired: false,
    heldFails: false,
    failures: Array.from({ length: processes }, () => 0),
    modelCalls: 0,
    plans: {},
  };
}

export function latest(world: World): RunState | undefined {
  return world.thread.runs.at(-1);
}

/** The newest run that answers the question. */
export function runOf(world: World, key: string): RunState | undefined {
  return world.thread.runs.findLast((run) => run.key === key);
}

export function isAlive(world: World, run: RunState): boolean {
  return run.status === "running" && !world.expired;
}
