import type { NumberedEvent, WorkflowTypes } from "./types";

/** The stored events of one segment that runs in this process, for readers that need not ask the database. */
export class Channel<T extends WorkflowTypes> {
  readonly events: NumberedEvent<T>[] = [];
  /** `ended`: the segment was settled. `lost`: this process may no longer write; the database knows more. */
  state: "open" | "ended" | "lost" = "open";
  private waiting: (() => void)[] = [];

  /** @param after the number before the first event that this channel will hold */
  constructor(readonly after: number) {}

  publish(events: NumberedEvent<T>[]): void {
    this.events.push(...events);
    this.wake();
  }

  /**
   * Events that somebody else stored. Where others came between them and what this channel holds, its segment has lost
   * the run without knowing it yet: readers go on from the database.
   */
  publishNext(events: NumberedEvent<T>[]): void {
    const first = events[0];
    if (!first) return;
    const last = this.events.at(-1)?.number ?? this.after;
    if (first.number === last + 1) this.publish(events);
    else this.close("lost");
  }

  close(state: "ended" | "lost"): void {
    if (this.state !== "open") return;
    this.state = state;
    this.wake();
  }

  /** Resolves at the next publication or close, or when the reader leaves. */
  changed(signal?: AbortSignal): Promise<void> {
    if (signal?.aborted || this.state !== "open") return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        signal?.removeEventListener("abort", done);
        resolve();
      };
      signal?.addEventListener("abort", done, { once: true });
      this.waiting.push(done);
    });
  }

  private wake(): void {
    const waiting = this.waiting;
    this.waiting = [];
    for (const resolve of waiting) resolve();
  }
}

/** Channels of the segments that run in this process, one per thread. */
export class Hub<T extends WorkflowTypes> {
  private readonly channels = new Map<string, Channel<T>>();

  open(threadId: string, after: number): Channel<T> {
    const channel = new Channel<T>(after);
    this.channels.get(threadId)?.close("lost");
    this.channels.set(threadId, channel);
    return channel;
  }

  get(threadId: string): Channel<T> | undefined {
    return this.channels.get(threadId);
  }

  /** Readers that already hold the channel drain it; nobody else finds it any more. */
  remove(threadId: string, channel: Channel<T>): void {
    if (this.channels.get(threadId) === channel) this.channels.delete(threadId);
  }
}
