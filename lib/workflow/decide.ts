import { AppError } from "../errors";
import { RunDraft } from "./draft";
import type { WorkflowDefinition } from "./node";
import type { Decision, RunChange, Snapshot } from "./store";
import { cancel, recover, resume } from "./transitions";
import {
  type CancelledRun,
  type CancelReason,
  type FailedRun,
  type Interrupt,
  isDead,
  isLive,
  type LogEvent,
  type Run,
  type RunningRun,
  type SuspendedRun,
  type WorkflowTypes,
} from "./types";

/**
 * The engine's decisions about a locked thread: pure functions of what the lock shows. They throw AppError to refuse;
 * then nothing is stored.
 */
export interface DecideContext<T extends WorkflowTypes> {
  definition: WorkflowDefinition<T>;
  leaseSeconds: number;
  now: string;
}

/** A run and what shall happen to it after the decision is stored. */
export interface Claim<T extends WorkflowTypes> {
  run: RunningRun<T>;
  /** Number of the newest log event as stored by the decision. */
  change: RunChange<T>;
}

/** A new run of its thread, following the numbers of the latest one. */
export function newRun<T extends WorkflowTypes>(
  snapshot: Snapshot<T>,
  previous: Run<T> | null,
  input: {
    runId: string;
    threadId: string;
    key: string;
    workflow: string;
    data: T["data"];
    event: T["event"];
    state: T["state"];
    now: string;
    recordGap?: number;
  },
): RunningRun<T> {
  const lastEvent = previous?.lastEvent ?? snapshot.run?.lastEvent ?? 0;
  const lastRecord = (previous?.lastRecord ?? snapshot.run?.lastRecord ?? 0) + (input.recordGap ?? 0);
  const { runId, threadId, key, workflow, data, event, state, now } = input;
  return {
    status: "running",
    runId,
    threadId,
    key,
    workflow,
    data,
    attempt: 1,
    step: 0,
    lastEvent,
    committedEvent: lastEvent,
    firstEvent: lastEvent,
    lastRecord,
    cursor: { event, state, answered: null },
    startedAt: now,
    heartbeatAt: now,
    silentSeconds: 0,
    stopRequested: false,
  };
}

/** Settles a live, failed or dead run without an answer: open work is closed, the log says why. */
export function cancelRun<T extends WorkflowTypes>(
  context: DecideContext<T>,
  snapshot: Snapshot<T>,
  run: RunningRun<T> | SuspendedRun<T> | FailedRun<T>,
  reason: CancelReason,
  extra: { records?: T["record"][]; events?: LogEvent<T>[]; keepUncommitted?: boolean } = {},
): RunDraft<T, CancelledRun<T>> {
  const draft = new RunDraft<T, CancelledRun<T>>(cancel(run, context.now));
  const voided = !extra.keepUncommitted;
  if (voided) draft.discardUncommitted();
  const staged = extra.records ?? [];
  const replaced = new Set(staged.map((record) => record.id));
  const records = [...snapshot.records.filter((record) => !replaced.has(record.id)), ...staged];
  const closing = context.definition.close({ run, records, memos: snapshot.memos, reason, voided });
  return draft
    .log(...(extra.events ?? []))
    .record(...staged, ...closing.records)
    .log(...closing.events, { type: "run-cancelled", reason });
}

/** A failed or dead run goes on from its last committed step, under a new attempt. */
export function recoverRun<T extends WorkflowTypes>(
  context: DecideContext<T>,
  run: FailedRun<T> | RunningRun<T>,
): Claim<T> {
  const claimed = recover(run, context.now);
  const draft = new RunDraft<T, RunningRun<T>>(claimed)
    .discardUncommitted()
    .supersede(run.runId)
    .log({ type: "run-resumed", runId: claimed.runId, attempt: claimed.attempt, reason: "recovered" });
  return { run: claimed, change: draft.build() };
}

/** A suspended run goes on with its settled interrupt. */
export function resumeRun<T extends WorkflowTypes>(
  context: DecideContext<T>,
  run: SuspendedRun<T>,
  answered: Interrupt<T>,
  input: { events?: LogEvent<T>[]; records?: T["record"][]; reason?: "answered" | "signalled" } = {},
): Claim<T> {
  const claimed = resume(run, answered, context.now);
  const draft = new RunDraft<T, RunningRun<T>>(claimed)
    .log(...(input.events ?? []), {
      type: "run-resumed",
      runId: claimed.runId,
      attempt: claimed.attempt,
      reason: input.reason ?? "answered",
    })
    .record(...(input.records ?? []));
  return { run: claimed, change: draft.build() };
}

/** What a stop finds: nothing to stop, a run whose owner settles it when asked, or one that was settled here. */
export type StopResult<T extends WorkflowTypes> =
  | { kind: "nothing" }
  | { kind: "ask"; run: RunningRun<T> }
  | { kind: "stopped" };

/** Stop: a suspended or dead run is settled here; the owner of a running one is asked. */
export function decideStop<T extends WorkflowTypes>(
  context: DecideContext<T>,
  snapshot: Snapshot<T>,
): Decision<T, StopResult<T>> {
  const { run } = snapshot;
  if (!isLive(run)) return { result: { kind: "nothing" }, changes: [] };
  if (run.status === "running" && !isDead(run, context.leaseSeconds))
    return { result: { kind: "ask", run }, changes: [] };
  return { result: { kind: "stopped" }, changes: [cancelRun(context, snapshot, run, "stopped").build()] };
}

/** Stop, after its owner was asked: the run ends, whether its owner never answered or it was suspended meanwhile. */
export function decideForcedStop<T extends WorkflowTypes>(
  context: DecideContext<T>,
  snapshot: Snapshot<T>,
  runId: string,
): Decision<T, void> {
  const { run } = snapshot;
  if (!isLive(run) || run.runId !== runId) return { result: undefined, changes: [] };
  return { result: undefined, changes: [cancelRun(context, snapshot, run, "stopped").build()] };
}

/** Stop, by the segment that was asked: what its open step had staged is kept. */
export function decideOwnStop<T extends WorkflowTypes>(
  context: DecideContext<T>,
  snapshot: Snapshot<T>,
  own: { runId: string; attempt: number; lastEvent: number; lastRecord: number; records: T["record"][] },
): Decision<T, void> {
  const { run } = snapshot;
  if (run?.status !== "running" || run.runId !== own.runId || run.attempt !== own.attempt)
    return { result: undefined, changes: [] };
  const settled = { ...run, lastEvent: own.lastEvent, lastRecord: own.lastRecord };
  const draft = cancelRun(context, snapshot, settled, "stopped", { records: own.records, keepUncommitted: true });
  return { result: undefined, changes: [draft.build()] };
}

/** The seeds' `abandon()`: refused while a call's approval or result is awaited. */
export function decideAbandon<T extends WorkflowTypes>(
  context: DecideContext<T>,
  snapshot: Snapshot<T>,
): Decision<T, boolean> {
  const { run } = snapshot;
  if (!run || run.status === "completed" || run.status === "cancelled") return { result: false, changes: [] };
  if (run.status === "suspended" && (run.interrupt.type === "approval" || run.interrupt.type === "tool-results")) {
    throw new AppError("run-in-flight", "The run waits for an answer. Settle it, or delete the conversation.", {
      pending: context.definition.describeWait(run.interrupt),
    });
  }
  if (run.status === "running" && !isDead(run, context.leaseSeconds)) {
    throw new AppError("run-in-flight", "The run is still running. Stop it first.");
  }
  return { result: true, changes: [cancelRun(context, snapshot, run, "abandoned").build()] };
}

/** The seeds' `resetConversation()`: history and run are gone; a run that is really running keeps them. */
export function decideReset<T extends WorkflowTypes>(
  context: DecideContext<T>,
  snapshot: Snapshot<T>,
): Decision<T, void> {
  const { run } = snapshot;
  if (run?.status === "running" && !isDead(run, context.leaseSeconds)) {
    throw new AppError("run-in-flight", "The run is still running. Stop it first.");
  }
  if (run?.status === "completed" && run.retained) {
    throw new AppError("run-in-flight", "The completed run has not been acknowledged yet.");
  }
  return { result: undefined, changes: [], reset: snapshot.thread !== null };
}

/**
 * The seeds' `acknowledge($runId)`: lets go of exactly that retained completion, and the thread takes its next turn.
 * `false`: it had been let go before. Another run than the thread's latest is stale.
 */
export function decideAcknowledge<T extends WorkflowTypes>(
  _context: DecideContext<T>,
  { run }: Snapshot<T>,
  runId: string,
): Decision<T, boolean> {
  if (!run) throw new AppError("no-run", "There is no persisted run to acknowledge.");
  if (run.runId !== runId) throw new AppError("stale", "The run moved on: another run is the latest.");
  if (run.status !== "completed") throw new AppError("no-run", "There is no completed run to acknowledge.");
  if (!run.retained) return { result: false, changes: [] };
  return { result: true, changes: [new RunDraft<T>({ ...run, retained: false }).build()] };
}

/** Explicit recovery of a failed or dead run, fenced by run id and attempt. */
export function decideRecover<T extends WorkflowTypes>(
  context: DecideContext<T>,
  snapshot: Snapshot<T>,
  fence?: { runId: string; attempt: number },
): Decision<T, Claim<T>> {
  const { run } = snapshot;
  if (!run) throw new AppError("no-run", "There is no persisted run to recover.");
  if (fence && (fence.runId !== run.runId || fence.attempt !== run.attempt)) {
    throw new AppError("stale", "The run moved on: run id or attempt do not match any more.");
  }
  if (run.status === "completed" || run.status === "cancelled")
    throw new AppError("no-run", "There is no persisted run to recover: it has ended.");
  if (run.status === "suspended") {
    throw new AppError("run-in-flight", "The run waits for an answer.", {
      pending: context.definition.describeWait(run.interrupt),
    });
  }
  if (run.status === "running" && !isDead(run, context.leaseSeconds))
    throw new AppError("run-in-flight", "The run is still running.");
  const claim = recoverRun(context, run);
  return { result: claim, changes: [claim.change] };
}

/** Answers a wait that is not a tool's: a named event, or a timer that is due. */
export function decideSignal<T extends WorkflowTypes>(
  context: DecideContext<T>,
  snapshot: Snapshot<T>,
  signal: { type: "event"; name: string; answer: T["answer"] } | { type: "timer" },
): Decision<T, Claim<T>> {
  const { run } = snapshot;
  if (run?.status !== "suspended") throw new AppError("no-run", "There is no persisted run that waits for a signal.");
  const { interrupt } = run;
  const pending = context.definition.describeWait(interrupt);
  if (signal.type === "timer") {
    if (!interrupt.dueAt || interrupt.dueAt > context.now)
      throw new AppError("no-match", "Nothing is due yet: no matching continuation input.", { pending });
    const claim = resumeRun(context, run, interrupt, { reason: "signalled" });
    return { result: claim, changes: [claim.change] };
  }
  if (interrupt.type !== "event" || interrupt.name !== signal.name) {
    throw new AppError("no-match", `The run does not wait for "${signal.name}": no matching continuation input.`, {
      pending,
    });
  }
  const claim = resumeRun(
    context,
    run,
    { ...interrupt, answers: { ...interrupt.answers, [signal.name]: signal.answer } },
    { reason: "signalled" },
  );
  return { result: claim, changes: [claim.change] };
}
