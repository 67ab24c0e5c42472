import type { Json } from "../json";

/**
 * The types of one kind of workflow, in one bag: everything the engine handles without looking inside.
 * All of it is stored, so all of it is JSON.
 */
export interface WorkflowTypes {
  /** Routed between nodes; a node is found by the `type` it accepts. */
  event: { type: string };
  /** Travels with the cursor from step to step. */
  state: object;
  /** What nodes yield into the run log, beside the engine's own {@link EngineEvent}s. */
  log: { type: string };
  /** Saved with the step that stages them (for an agent: messages). Upserted by `id` within the thread. */
  record: RecordBase;
  /** Given when the run starts, constant for its life. */
  data: object;
  /** What an interrupt asks for, and one answer to it. */
  request: object;
  answer: object;
  /** Live collaborators, built once per segment, never stored. */
  resources: unknown;
}

export interface RecordBase {
  /** Unique in its thread. */
  id: string;
  /** Order in its thread. `0` when staged: the engine assigns the next number. */
  seq: number;
  runId: string;
}

/** A thread and who asks for it. A thread of another owner does not exist for the asker. */
export interface ThreadRef {
  threadId: string;
  ownerId: string;
}

export type InterruptType = "approval" | "tool-results" | "event" | "timer";

/** What a suspended run waits for. Answers accumulate by key until the workflow says they are complete. */
export interface Interrupt<T extends WorkflowTypes> {
  id: string;
  type: InterruptType;
  /** Name of the awaited event for type `event`. */
  name?: string;
  /** ISO time at which a `timer`, or the deadline of another wait, is due. Evaluated by `resume`, never by itself. */
  dueAt?: string;
  request: T["request"];
  answers: Record<string, T["answer"]>;
}

/** Where the next segment starts. `answered` is the settled interrupt that its node waited for. */
export interface Cursor<T extends WorkflowTypes> {
  event: T["event"];
  state: T["state"];
  answered: Interrupt<T> | null;
}

export interface RunError {
  code: string;
  /** Neutral text, safe to show. The cause is in the server's log. */
  message: string;
}

export type RunStatus = "running" | "suspended" | "completed" | "failed" | "cancelled";

interface RunBase<T extends WorkflowTypes> {
  runId: string;
  threadId: string;
  /** Idempotency key of the start (for an agent: the user message's id). */
  key: string;
  /** Name of the workflow definition (for an agent: the agent's name). */
  workflow: string;
  data: T["data"];
  /** Raised by every claim; a write of another attempt changes nothing. */
  attempt: number;
  /** Number of the current step, counted over the whole run. */
  step: number;
  /** Number of the thread's newest log event, and of the newest one that belongs to a committed step. */
  lastEvent: number;
  committedEvent: number;
  /** The number before this run's first event. */
  firstEvent: number;
  /** Highest record number given in the thread. */
  lastRecord: number;
  cursor: Cursor<T>;
  startedAt: string;
}

export interface RunningRun<T extends WorkflowTypes> extends RunBase<T> {
  status: "running";
  /** ISO time on the database clock. */
  heartbeatAt: string;
  /** Seconds of silence on the database clock when the row was read. */
  silentSeconds: number;
  stopRequested: boolean;
}
export interface SuspendedRun<T extends WorkflowTypes> extends RunBase<T> {
  status: "suspended";
  interrupt: Interrupt<T>;
}
export interface CompletedRun<T extends WorkflowTypes> extends RunBase<T> {
  status: "completed";
  endedAt: string;
  /** Kept until a platform caller acknowledges it; a retained completion blocks the next turn. */
  retained: boolean;
}
export interface FailedRun<T extends WorkflowTypes> extends RunBase<T> {
  status: "failed";
  error: RunError;
  endedAt: string;
}
export interface CancelledRun<T extends WorkflowTypes> extends RunBase<T> {
  status: "cancelled";
  endedAt: string;
}

/** The durable job that answers one message. Every variant says which fields it has. */
export type Run<T extends WorkflowTypes> =
  | RunningRun<T>
  | SuspendedRun<T>
  | CompletedRun<T>
  | FailedRun<T>
  | CancelledRun<T>;

/** Events that the engine itself writes into the log. */
export type EngineEvent<T extends WorkflowTypes> =
  | { type: "run-started"; runId: string; key: string; attempt: number; data: T["data"] }
  | { type: "run-resumed"; runId: string; attempt: number; reason: "answered" | "recovered" | "signalled" }
  /** Numbers `from`…`to` were written by a step that never committed: they are void, replays do not contain them. */
  | { type: "step-discarded"; from: number; to: number }
  | { type: "run-suspended"; interrupt: Interrupt<T> }
  | { type: "run-completed" }
  | { type: "run-failed"; error: RunError }
  | { type: "run-cancelled"; reason: CancelReason };

/** Why a run ended without an answer. */
export type CancelReason = "stopped" | "abandoned" | "superseded" | "reset";

export type LogEvent<T extends WorkflowTypes> = EngineEvent<T> | T["log"];

/** One entry of a thread's log. Numbers rise within the thread, may have gaps, and are never used again. */
export interface NumberedEvent<T extends WorkflowTypes> {
  number: number;
  runId: string;
  step: number;
  event: LogEvent<T>;
  /** When it happened, in milliseconds since 1970 on the clock of the process that wrote it; not every event has one. */
  at?: number;
}

/** A stored memo. `started` without `done`: the process died in between, the outcome is unknown. */
export type Memo = { status: "started" } | { status: "done"; value: Json };

/** Log events that end a segment: nothing more comes until somebody claims the run again. */
export const SEGMENT_END_TYPES = ["run-suspended", "run-completed", "run-failed", "run-cancelled"] as const;

export function endsSegment(event: { type: string }): boolean {
  return (SEGMENT_END_TYPES as readonly string[]).includes(event.type);
}

export function isLive<T extends WorkflowTypes>(run: Run<T> | null): run is RunningRun<T> | SuspendedRun<T> {
  return run?.status === "running" || run?.status === "suspended";
}

/** A running run that has been silent for longer than the judging process's lease. */
export function isDead<T extends WorkflowTypes>(run: Run<T>, leaseSeconds: number): boolean {
  return run.status === "running" && run.silentSeconds > leaseSeconds;
}
