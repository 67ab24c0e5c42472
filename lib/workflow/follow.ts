import type { Hub } from "./hub";
import type { RunStore } from "./store";
import { endsSegment, isDead, type LogEvent, type NumberedEvent, type ThreadRef, type WorkflowTypes } from "./types";

/** How often a reader asks the database for a run that another process executes: fast while something comes. */
const POLL_MIN_MS = 60;
const POLL_MAX_MS = 400;
const PAGE = 500;

/** The run that a reader follows died; nothing more comes until somebody recovers or supersedes it. */
export class RunLostError extends Error {
  constructor() {
    super("The run stopped responding.");
    this.name = "RunLostError";
  }
}

export interface FollowOptions<T extends WorkflowTypes> {
  /** Log number after which reading starts. */
  after: number;
  /**
   * Ends with the first segment end later than this number. Absent: ends when everything is read and no run is running.
   */
  through?: number;
  signal?: AbortSignal;
  /** Neighbours that are at hand together come as one event under the later number. `null`: these two do not. */
  merge?: (event: LogEvent<T>, next: LogEvent<T>) => LogEvent<T> | null;
}

/**
 * Reads a thread's log: stored history first, then live. Served from memory while the segment runs in this process,
 * otherwise by asking the store by number. Throws {@link RunLostError} when the run is dead.
 */
export async function* follow<T extends WorkflowTypes>(
  deps: { store: RunStore<T>; hub: Hub<T>; leaseSeconds: number },
  ref: ThreadRef,
  options: FollowOptions<T>,
): AsyncGenerator<NumberedEvent<T>, void, void> {
  const { store, hub, leaseSeconds } = deps;
  const { signal, through, merge } = options;
  let position = options.after;
  let pollMs = POLL_MIN_MS;
  const ends = (item: NumberedEvent<T>) => through !== undefined && item.number > through && endsSegment(item.event);

  while (!signal?.aborted) {
    const channel = hub.get(ref.threadId);
    if (channel && position >= channel.after) {
      let index = 0;
      for (;;) {
        const arrived = channel.events.slice(index).filter(({ number }) => number > position);
        index = channel.events.length;
        for (const item of merged(arrived, merge)) {
          position = item.number;
          yield item;
          if (ends(item)) return;
          if (signal?.aborted) return;
        }
        // What came while the reader was busy.
        if (index < channel.events.length) continue;
        if (channel.state !== "open") break;
        await channel.changed(signal);
        if (signal?.aborted) return;
      }
      // An ended channel may be followed by another segment at once; the store knows.
    }
    const page = await store.readLog(ref, position, PAGE);
    for (const item of merged(page.events, merge)) {
      position = item.number;
      yield item;
      if (ends(item)) return;
      if (signal?.aborted) return;
    }
    if (page.events.length === PAGE) continue;
    const { run } = page;
    if (run?.status !== "running") {
      // The page may have been read just before the last events were stored together with the run's new status.
      if (run && run.lastEvent > position && page.events.length > 0) continue;
      return;
    }
    if (isDead(run, leaseSeconds)) throw new RunLostError();
    if (
      hub.get(ref.threadId)?.state === "open" &&
      position >= (hub.get(ref.threadId)?.after ?? Number.POSITIVE_INFINITY)
    )
      continue;
    pollMs = page.events.length > 0 ? POLL_MIN_MS : Math.min(POLL_MAX_MS, pollMs * 1.5);
    await sleep(pollMs, signal);
  }
}

function* merged<T extends WorkflowTypes>(
  items: readonly NumberedEvent<T>[],
  merge: FollowOptions<T>["merge"],
): Generator<NumberedEvent<T>, void, void> {
  let held: NumberedEvent<T> | undefined;
  for (const item of items) {
    const event = merge && held?.runId === item.runId ? merge(held.event, item.event) : null;
    if (held && event === null) yield held;
    held = event === null ? item : { ...item, event };
  }
  if (held) yield held;
}

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    }
    signal?.addEventListener("abort", done, { once: true });
  });
}
