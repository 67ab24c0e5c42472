import { AppError } from "../errors";
import type { Channel } from "./hub";
import { nextTurn } from "./next-turn";
import type { RunStore, SegmentRef, SegmentWrite, Settlement, WriteResult } from "./store";
import type { Cursor, LogEvent, Memo, NumberedEvent, RunError, RunningRun, WorkflowTypes } from "./types";

/** Pauses before a write that failed is tried again; after the last one the segment is given up. */
const RETRY_DELAYS_MS = [100, 500, 2000];

interface Batch<T extends WorkflowTypes> {
  events: Pick<NumberedEvent<T>, "step" | "event" | "at">[];
  /** How many of `events` belong to committed steps; `null` when no step was committed since the last write. */
  committed: number | null;
  commit: { cursor: Cursor<T>; step: number; settlement?: Settlement<T> } | null;
  records: T["record"][];
  memos: Record<string, Memo>;
}

function emptyBatch<T extends WorkflowTypes>(): Batch<T> {
  return { events: [], committed: null, commit: null, records: [], memos: {} };
}

/**
 * Writes a segment's output with group commit: what arrives while a write is under way goes out with the next one.
 * No timer, no waiting. Stored first, then published to the readers of this process.
 */
export class SegmentWriter<T extends WorkflowTypes> {
  private batch = emptyBatch<T>();
  private lastEvent: number;
  private lastRecord: number;
  private lastStored = Date.now();
  /** The newest committed step: as it was handed in, and as the store has it. */
  private lastCommit: { cursor: Cursor<T>; step: number };
  private stored: { cursor: Cursor<T>; step: number; committedEvent: number };
  private pumping: Promise<void> | null = null;
  /** Set once nothing more may be written: settled, or claimed by another process. */
  private closed = false;

  constructor(
    private readonly store: Pick<RunStore<T>, "write">,
    private readonly segment: SegmentRef,
    private readonly channel: Channel<T>,
    run: RunningRun<T>,
    private readonly hooks: {
      coalesce?: (previous: LogEvent<T>, next: LogEvent<T>) => LogEvent<T> | null;
      /** Whether the log keeps the time of an event. */
      timed?: (event: LogEvent<T>) => boolean;
      onStopRequested: () => void;
      /** Another process holds the run, or the store cannot be reached. */
      onLost: (cause?: unknown) => void;
      /** The store did not take the segment's output, but it has taken that the run failed. */
      onRefused: (cause: unknown) => void;
      toRunError: (error: unknown) => RunError;
    },
  ) {
    this.lastEvent = run.lastEvent;
    this.lastRecord = run.lastRecord;
    this.lastCommit = { cursor: run.cursor, step: run.step };
    this.stored = { ...this.lastCommit, committedEvent: run.committedEvent };
  }

  /** Number of the newest record handed out. */
  get recordNumber(): number {
    return this.lastRecord;
  }

  nextRecord(): number {
    this.lastRecord += 1;
    return this.lastRecord;
  }

  push(step: number, event: LogEvent<T>): void {
    if (this.closed) return;
    const { events, committed } = this.batch;
    const previous = events.length > (committed ?? 0) ? events[events.length - 1] : undefined;
    const merged = previous?.step === step ? this.hooks.coalesce?.(previous.event, event) : null;
    if (previous && merged) previous.event = merged;
    else events.push({ step, event, ...((this.hooks.timed?.(event) ?? true) && { at: Date.now() }) });
    this.schedule();
  }

  memo(key: string, memo: Memo, records: T["record"][] = []): void {
    if (this.closed) return;
    this.batch.memos[key] = memo;
    this.batch.records.push(...records);
    this.schedule();
  }

  /** The end of a step: everything pushed so far becomes committed together with these records and the new cursor. */
  commit(commit: { cursor: Cursor<T>; step: number; settlement?: Settlement<T> }, records: T["record"][]): void {
    if (this.closed) return;
    this.batch.commit = commit;
    this.lastCommit = { cursor: commit.cursor, step: commit.step };
    this.batch.committed = this.batch.events.length;
    this.batch.records.push(...records);
    this.schedule();
  }

  /**
   * Settles the run although its current step did not commit: the cursor stays at the last committed step, and what the
   * open step logged stays visible but uncommitted.
   */
  settleWithoutStep(event: LogEvent<T>, settlement: Settlement<T>): void {
    if (this.closed) return;
    this.push(this.lastCommit.step, event);
    this.batch.commit = { ...this.lastCommit, settlement };
  }

  /** Resolves when everything handed in so far is stored, or the segment is lost. */
  async flush(): Promise<void> {
    while (this.pumping) await this.pumping;
  }

  /** A heartbeat, unless a write has just been one. */
  beat(quietMs: number): void {
    if (this.closed || this.pumping || Date.now() - this.lastStored < quietMs) return;
    this.schedule();
  }

  /** Stops writing; what has not been stored is void. */
  close(): void {
    this.closed = true;
    this.batch = emptyBatch<T>();
  }

  /** Takes what has not been stored yet, for a decision that will store it in its own transaction. */
  async drain(): Promise<{ lastEvent: number; lastRecord: number }> {
    await this.flush();
    this.closed = true;
    return { lastEvent: this.lastEvent, lastRecord: this.lastRecord };
  }

  private schedule(): void {
    // What one tick produces goes out together, and with it what other runs have to write.
    this.pumping ??= nextTurn().then(() => this.pump());
  }

  private async pump(): Promise<void> {
    try {
      do {
        const batch = this.batch;
        this.batch = emptyBatch<T>();
        await this.writeBatch(batch);
      } while (!this.closed && this.hasWork());
    } finally {
      this.pumping = null;
    }
  }

  private hasWork(): boolean {
    const { events, commit, records, memos } = this.batch;
    return events.length > 0 || commit !== null || records.length > 0 || Object.keys(memos).length > 0;
  }

  private async writeBatch(batch: Batch<T>): Promise<void> {
    if (this.closed) return;
    const first = this.lastEvent + 1;
    const events: NumberedEvent<T>[] = batch.events.map((entry, index) => ({
      number: first + index,
      runId: this.segment.runId,
      ...entry,
    }));
    const lastEvent = this.lastEvent + events.length;
    const write: SegmentWrite<T> = {
      events,
      lastEvent,
      records: batch.records,
      lastRecord: this.lastRecord,
      memos: batch.memos,
    };
    if (batch.commit) {
      const committedEvent = batch.committed === null ? this.stored.committedEvent : this.lastEvent + batch.committed;
      write.commit = { ...batch.commit, committedEvent };
    }
    let result: WriteResult;
    try {
      result = await this.writeWithRetry(write);
    } catch (error) {
      return this.giveUp(error, lastEvent + 1);
    }
    if (result.kind === "lost") {
      this.close();
      this.hooks.onLost();
      return;
    }
    this.lastEvent = lastEvent;
    this.lastStored = Date.now();
    if (write.commit) this.stored = write.commit;
    if (batch.commit?.settlement) this.closed = true;
    if (events.length > 0) this.channel.publish(events);
    if (result.stopRequested && !batch.commit?.settlement) this.hooks.onStopRequested();
  }

  /**
   * The store does not take this output. A run that can still be told to have failed does not keep its readers waiting
   * until its lease has run out; where the store could not be reached, nobody knows what it has taken.
   */
  private async giveUp(cause: unknown, number: number): Promise<void> {
    this.close();
    if (cause instanceof AppError && cause.code === "unavailable") return this.hooks.onLost(cause);
    const error = this.hooks.toRunError(cause);
    const event: NumberedEvent<T> = {
      number,
      runId: this.segment.runId,
      step: this.stored.step,
      event: { type: "run-failed", error },
      at: Date.now(),
    };
    const settlement: Settlement<T> = { status: "failed", error };
    const commit = { ...this.stored, settlement };
    const write = { events: [event], lastEvent: number, commit, records: [], lastRecord: this.lastRecord, memos: {} };
    const result = await this.store.write(this.segment, write).catch(() => null);
    if (result?.kind !== "written") return this.hooks.onLost(cause);
    this.lastEvent = number;
    this.channel.publish([event]);
    this.hooks.onRefused(cause);
  }

  private async writeWithRetry(write: SegmentWrite<T>): Promise<WriteResult> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.store.write(this.segment, write);
      } catch (error) {
        const delay = RETRY_DELAYS_MS[attempt];
        if (delay === undefined) throw error;
        await new Promise((resolve) => setTimeout(resolve, delay));
      }
    }
  }
}
