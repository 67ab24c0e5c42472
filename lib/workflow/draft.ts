import type { RunChange } from "./store";
import type { LogEvent, NumberedEvent, Run, WorkflowTypes } from "./types";

/** Collects what a decision does to one run, giving events and records their numbers. */
export class RunDraft<T extends WorkflowTypes, R extends Run<T> = Run<T>> {
  private readonly events: NumberedEvent<T>[] = [];
  private readonly records = new Map<string, T["record"]>();
  private extra: Pick<RunChange<T>, "discardAfter" | "supersedeRunIds"> = {};

  constructor(
    readonly run: R,
    private readonly insert = false,
  ) {}

  log(...events: LogEvent<T>[]): this {
    for (const event of events) {
      this.run.lastEvent += 1;
      this.events.push({ number: this.run.lastEvent, runId: this.run.runId, step: this.run.step, event });
    }
    return this;
  }

  /** A record without a number gets the next one; one that has a number keeps it (an update). */
  record(...records: T["record"][]): this {
    for (const record of records) {
      const seq = record.seq > 0 ? record.seq : ++this.run.lastRecord;
      this.records.set(record.id, { ...record, seq, runId: record.runId || this.run.runId });
    }
    return this;
  }

  /** Voids what the run logged after its last committed step, and says so in the log. */
  discardUncommitted(): this {
    const from = this.run.committedEvent + 1;
    const to = this.run.lastEvent;
    if (to < from) return this;
    this.extra.discardAfter = this.run.committedEvent;
    return this.log({ type: "step-discarded", from, to });
  }

  supersede(...runIds: string[]): this {
    this.extra.supersedeRunIds = runIds;
    return this;
  }

  /** The change; everything logged so far counts as committed. */
  build(): RunChange<T> {
    this.run.committedEvent = this.run.lastEvent;
    return {
      run: this.run,
      insert: this.insert,
      events: this.events,
      records: [...this.records.values()],
      ...this.extra,
    };
  }
}
