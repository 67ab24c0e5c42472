import type { Cursor, Interrupt, Memo, NumberedEvent, Run, RunError, ThreadRef, WorkflowTypes } from "./types";

/** What a decision may ask to see beside the thread's latest run. */
export interface SnapshotNeeds {
  /** The newest run started under this idempotency key. */
  key?: string;
  /** Record ids that the caller means to use; the snapshot says which of them are taken. */
  ids?: string[];
  /** Records and memos of the latest run. */
  latest?: boolean;
  /** The conversation that the next segment will need (for an agent: the model's history), newest `context` records. */
  context?: number;
}

/** A thread as one transaction sees it, its row locked. */
export interface Snapshot<T extends WorkflowTypes> {
  /** `null`: the thread does not exist (yet). */
  thread: { threadId: string; title: string } | null;
  /** The latest run, kept after its end. */
  run: Run<T> | null;
  /** With `needs.key`: the newest run of that key (may be `run` itself). */
  keyed: Run<T> | null;
  /** With `needs.ids`: those that a record of the thread already has. */
  taken: string[];
  /** With `needs.latest`: records of `run` in order, and its memos. */
  records: T["record"][];
  memos: Record<string, Memo>;
  /** With `needs.context`. In order. */
  context: T["record"][];
}

/** One run's share of a decision: the row as it shall be, and what is logged under it. */
export interface RunChange<T extends WorkflowTypes> {
  run: Run<T>;
  /** `true`: the run is new. */
  insert: boolean;
  /** Already numbered; the run's `lastEvent` covers them. */
  events: NumberedEvent<T>[];
  /** Already numbered by `seq`; upserted by id. */
  records: T["record"][];
  /** Delete this run's events above this number (a void step). */
  discardAfter?: number;
  /** Records of these runs that are not questions are replaced by this run (regenerate), or void (recover). */
  supersedeRunIds?: string[];
}

/** What a pure function decided about a locked thread. `changes` are applied in order, all or none. */
export interface Decision<T extends WorkflowTypes, R> {
  result: R;
  changes: RunChange<T>[];
  /** Title for a thread that this decision creates. */
  title?: string;
  /** Delete everything of the thread (resetConversation). */
  reset?: boolean;
}

/** Identifies the segment that a write belongs to. */
export interface SegmentRef {
  threadId: string;
  runId: string;
  attempt: number;
}

/** How a segment ends. */
export type Settlement<T extends WorkflowTypes> =
  | { status: "suspended"; interrupt: Interrupt<T> }
  | { status: "completed"; retained: boolean }
  | { status: "failed"; error: RunError };

/** Everything one write of a running segment carries; stored in one transaction, conditional on the attempt. */
export interface SegmentWrite<T extends WorkflowTypes> {
  events: NumberedEvent<T>[];
  /** Newest number after this write. */
  lastEvent: number;
  /** Present when at least one step committed. */
  commit?: {
    cursor: Cursor<T>;
    step: number;
    committedEvent: number;
    settlement?: Settlement<T>;
  };
  records: T["record"][];
  lastRecord: number;
  memos: Record<string, Memo>;
}

/** `lost`: another process has claimed the run; this segment's work is void. */
export type WriteResult = { kind: "written"; stopRequested: boolean } | { kind: "lost" };

/** A page of the log together with the state of the run that could still add to it. */
export interface LogPage<T extends WorkflowTypes> {
  events: NumberedEvent<T>[];
  /** The thread's latest run when the page was read. */
  run: Run<T> | null;
}

/**
 * The durable store behind the engine. Every method is one transaction (`read…`: one statement where possible) and
 * holds no connection afterwards. Each checks the owner: a thread of somebody else is `AppError("not-found")`.
 */
export interface RunStore<T extends WorkflowTypes> {
  /**
   * Locks the thread, shows it to `decide` (pure, synchronous, may throw AppError: nothing is stored), applies what it
   * decided. A thread that does not exist is created when the decision changes anything.
   */
  transact<R>(ref: ThreadRef, needs: SnapshotNeeds, decide: (snapshot: Snapshot<T>) => Decision<T, R>): Promise<R>;
  /** A snapshot without a lock, for reading. */
  read(ref: ThreadRef, needs: SnapshotNeeds): Promise<Snapshot<T>>;
  /** Conditional on `attempt` and status `running`; renews the heartbeat. An empty write is a heartbeat. */
  write(segment: SegmentRef, write: SegmentWrite<T>): Promise<WriteResult>;
  /** Events after a number, in order, at most `limit`. */
  readLog(ref: ThreadRef, after: number, limit: number): Promise<LogPage<T>>;
  /** Asks the run's owner to stop; returns whether it was running. */
  requestStop(ref: ThreadRef, runId: string): Promise<boolean>;
  /** Shortens the log of a run that has ended: merges deltas, keeps numbers. */
  compact(
    run: { threadId: string; runId: string },
    shorten: (events: NumberedEvent<T>[]) => NumberedEvent<T>[],
  ): Promise<void>;
  /**
   * Deletes the whole log of at most `limit` runs that ended more than `days` days ago, on the database's clock, and
   * returns how many runs that were. What was said stays: records are no part of the log.
   */
  deleteOldLogs(days: number, limit: number): Promise<number>;
  /** A small durable value of the installation itself, made once (signing secret). */
  setting(name: string, make: () => string): Promise<string>;
}
