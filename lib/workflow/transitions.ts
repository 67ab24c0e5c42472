import type {
  CancelledRun,
  CompletedRun,
  Cursor,
  FailedRun,
  Interrupt,
  RunError,
  RunningRun,
  SuspendedRun,
  WorkflowTypes,
} from "./types";

/**
 * The arrows of the state machine. A parameter's type is the arrow's tail, so a wrong arrow does not compile. All are
 * pure; the store makes them true under a lock or on the condition of the attempt.
 */

/** The fields that every status has, without the ones that only one of them has. */
function base<T extends WorkflowTypes>(run: RunningRun<T> | SuspendedRun<T> | FailedRun<T>) {
  const { runId, threadId, key, workflow, data, attempt, step } = run;
  const { lastEvent, committedEvent, firstEvent, lastRecord, cursor, startedAt } = run;
  return {
    runId,
    threadId,
    key,
    workflow,
    data,
    attempt,
    step,
    lastEvent,
    committedEvent,
    firstEvent,
    lastRecord,
    cursor,
    startedAt,
  };
}

function running<T extends WorkflowTypes>(
  run: SuspendedRun<T> | FailedRun<T> | RunningRun<T>,
  cursor: Cursor<T>,
  now: string,
): RunningRun<T> {
  return {
    ...base(run),
    cursor,
    attempt: run.attempt + 1,
    status: "running",
    heartbeatAt: now,
    silentSeconds: 0,
    stopRequested: false,
  };
}

/** suspended → running: the answers are complete, the waiting node is entered again with them. */
export function resume<T extends WorkflowTypes>(
  run: SuspendedRun<T>,
  answered: Interrupt<T>,
  now: string,
): RunningRun<T> {
  return running(run, { ...run.cursor, answered }, now);
}

/** failed → running, or running (dead) → running: a new attempt from the last committed step. */
export function recover<T extends WorkflowTypes>(run: FailedRun<T> | RunningRun<T>, now: string): RunningRun<T> {
  return running(run, run.cursor, now);
}

/** suspended → suspended: some answers were accepted, others are still awaited. */
export function keepWaiting<T extends WorkflowTypes>(run: SuspendedRun<T>, interrupt: Interrupt<T>): SuspendedRun<T> {
  return { ...run, interrupt };
}

export function suspend<T extends WorkflowTypes>(run: RunningRun<T>, interrupt: Interrupt<T>): SuspendedRun<T> {
  return { ...base(run), status: "suspended", interrupt };
}

export function complete<T extends WorkflowTypes>(
  run: RunningRun<T> | SuspendedRun<T>,
  now: string,
  retained = false,
): CompletedRun<T> {
  return { ...base(run), status: "completed", endedAt: now, retained };
}

export function fail<T extends WorkflowTypes>(run: RunningRun<T>, error: RunError, now: string): FailedRun<T> {
  return { ...base(run), status: "failed", error, endedAt: now };
}

/** Any run that has not reached its end may be cancelled; the attempt rises so that a running owner can commit nothing. */
export function cancel<T extends WorkflowTypes>(
  run: RunningRun<T> | SuspendedRun<T> | FailedRun<T>,
  now: string,
): CancelledRun<T> {
  return { ...base(run), attempt: run.attempt + 1, status: "cancelled", endedAt: now };
}
