import { createId } from "../ids";
import {
  type Claim,
  type DecideContext,
  decideAbandon,
  decideAcknowledge,
  decideForcedStop,
  decideOwnStop,
  decideRecover,
  decideReset,
  decideSignal,
  decideStop,
} from "./decide";
import { type FollowOptions, follow } from "./follow";
import { type Channel, Hub } from "./hub";
import type { WorkflowDefinition } from "./node";
import { runSegment } from "./segment";
import type { Decision, RunStore, Snapshot, SnapshotNeeds } from "./store";
import type { NumberedEvent, RunningRun, ThreadRef, WorkflowTypes } from "./types";

/** How long a finished run's log stays as it was written, for readers in other processes, before it is shortened. */
const COMPACT_AFTER_MS = 3000;
/** How long `stop` waits for a run's owner by default: some heartbeats, each of which sees the request. */
const STOP_WAIT_MS = 5000;

export interface EngineOptions<T extends WorkflowTypes> {
  store: RunStore<T>;
  /** Silence after which a running run counts as dead, in seconds. */
  leaseSeconds: number;
  /** How long `stop` waits for another process to settle its run before it does so itself (default 5,000). */
  stopWaitMs?: number;
  /** Keeps the process alive for work that outlives its request (serverless `waitUntil`). Must not reject. */
  background?: (work: Promise<unknown>) => void;
  /** Receives what the neutral texts hide: the cause of a failed or lost run. */
  onError?: (error: unknown, run: { threadId: string; runId: string }) => void;
}

/** A decision that may claim a run: its segment starts when the decision is stored. */
export type ClaimingDecision<T extends WorkflowTypes, R> = Decision<T, R> & { claim?: RunningRun<T> };

/**
 * The durable engine: decides under the thread's lock, executes segments in this process, and lets any number of
 * readers follow the log. It knows nothing about what its workflows do.
 */
export class Engine<T extends WorkflowTypes> {
  readonly hub = new Hub<T>();
  private readonly segments = new Map<string, AbortController>();

  constructor(private readonly options: EngineOptions<T>) {}

  get store(): RunStore<T> {
    return this.options.store;
  }

  get leaseSeconds(): number {
    return this.options.leaseSeconds;
  }

  /**
   * Runs a pure decision under the thread's lock and starts the segment that it claims. When this resolves, the
   * decision is durable, whatever happens to the caller.
   */
  async decide<R>(
    definition: WorkflowDefinition<T>,
    ref: ThreadRef,
    needs: SnapshotNeeds,
    decision: (context: DecideContext<T>, snapshot: Snapshot<T>) => ClaimingDecision<T, R>,
  ): Promise<R> {
    let taken: { decided: ClaimingDecision<T, R>; snapshot: Snapshot<T> } | undefined;
    const result = await this.store.transact(ref, needs, (snapshot) => {
      const now = new Date();
      const decided = decision({ definition, leaseSeconds: this.leaseSeconds, now: now.toISOString() }, snapshot);
      for (const change of decided.changes) for (const event of change.events) event.at = now.getTime();
      taken = { decided, snapshot };
      return decided;
    });
    const { decided, snapshot } = taken as NonNullable<typeof taken>;
    const events = decided.changes.flatMap((change) => change.events);
    for (const { run } of decided.changes) {
      if (run.status === "cancelled" || run.status === "completed") this.background(this.compactLater(definition, run));
    }
    if (decided.claim) this.launch(definition, ref, decided.claim, snapshot, decided);
    else this.hub.get(ref.threadId)?.publishNext(events);
    return result;
  }

  /** Hands the cause of something that clients are told in neutral words to the log. */
  report(error: unknown, run: { threadId: string; runId: string }): void {
    this.options.onError?.(error, run);
  }

  /** Follows a thread's log. */
  follow(ref: ThreadRef, options: FollowOptions<T>): AsyncGenerator<NumberedEvent<T>, void, void> {
    return follow({ store: this.store, hub: this.hub, leaseSeconds: this.leaseSeconds }, ref, options);
  }

  /** Stops the live run, wherever it runs; resolves when it is settled. `false`: nothing was live. */
  async stop(definition: WorkflowDefinition<T>, ref: ThreadRef): Promise<boolean> {
    const found = await this.decide(definition, ref, { latest: true }, decideStop);
    if (found.kind !== "ask") return found.kind === "stopped";
    const { run } = found;
    if (await this.store.requestStop(ref, run.runId)) {
      this.segments.get(run.runId)?.abort("stopped");
      await this.waitForEnd(ref, run);
    }
    // Usually there is nothing left to do. But the run may have been suspended in that moment, or nobody owns it.
    await this.decide(definition, ref, { latest: true }, (context, snapshot) =>
      decideForcedStop(context, snapshot, run.runId),
    );
    return true;
  }

  /** The seeds' `resume`: continues a failed or dead run (fenced), or a wait whose time has come. */
  async recover(
    definition: WorkflowDefinition<T>,
    ref: ThreadRef,
    fence?: { runId: string; attempt: number },
  ): Promise<Claim<T>> {
    return this.decide(definition, ref, { latest: true, context: definition.contextSize }, (context, snapshot) => {
      const decision = decideRecover(context, snapshot, fence);
      return { ...decision, claim: decision.result.run };
    });
  }

  /** Answers a named event, or lets a due timer go on (`signal` absent). */
  async signal(
    definition: WorkflowDefinition<T>,
    ref: ThreadRef,
    signal?: { name: string; answer: T["answer"] },
  ): Promise<Claim<T>> {
    return this.decide(definition, ref, { latest: true, context: definition.contextSize }, (context, snapshot) => {
      const decision = decideSignal(context, snapshot, signal ? { type: "event", ...signal } : { type: "timer" });
      return { ...decision, claim: decision.result.run };
    });
  }

  async abandon(definition: WorkflowDefinition<T>, ref: ThreadRef): Promise<boolean> {
    return this.decide(definition, ref, { latest: true }, decideAbandon);
  }

  async reset(definition: WorkflowDefinition<T>, ref: ThreadRef): Promise<void> {
    return this.decide(definition, ref, {}, decideReset);
  }

  /** Lets go of a retained completion; `false`: it had been let go before. */
  async acknowledge(definition: WorkflowDefinition<T>, ref: ThreadRef, runId: string): Promise<boolean> {
    return this.decide(definition, ref, { latest: true }, (context, snapshot) =>
      decideAcknowledge(context, snapshot, runId),
    );
  }

  private launch(
    definition: WorkflowDefinition<T>,
    ref: ThreadRef,
    run: RunningRun<T>,
    snapshot: Snapshot<T>,
    decided: Decision<T, unknown>,
  ): void {
    const events = decided.changes.flatMap((change) => change.events);
    const first = events[0]?.number;
    const channel = this.hub.open(ref.threadId, first === undefined ? run.lastEvent : first - 1);
    channel.publish(events);
    const sameRun = snapshot.run?.runId === run.runId;
    const replaced = new Set(decided.changes.flatMap((change) => change.supersedeRunIds ?? []));
    replaced.delete(run.runId);
    const context = mergeRecords(
      snapshot.context.filter((record) => !replaced.has(record.runId)),
      sameRun ? snapshot.records : [],
      decided.changes.flatMap((change) => change.records),
    );
    const memos = sameRun ? snapshot.memos : {};
    this.background(this.execute(definition, ref, run, channel, memos, context));
  }

  private background(work: Promise<void>): void {
    const handled = work.catch((error) => this.options.onError?.(error, { threadId: "", runId: "" }));
    this.options.background?.(handled);
  }

  private async execute(
    definition: WorkflowDefinition<T>,
    ref: ThreadRef,
    run: RunningRun<T>,
    channel: Channel<T>,
    memos: Snapshot<T>["memos"],
    context: T["record"][],
  ): Promise<void> {
    const stop = new AbortController();
    this.segments.set(run.runId, stop);
    const onError = (error: unknown) => this.options.onError?.(error, { threadId: run.threadId, runId: run.runId });
    let state: "ended" | "lost" = "lost";
    let ended = false;
    try {
      const outcome = await runSegment<T>({
        definition,
        store: this.store,
        channel,
        ref,
        run,
        memos,
        context,
        heartbeatMs: Math.min(1500, (this.leaseSeconds * 1000) / 4),
        createInterruptId: () => createId("int"),
        stop,
        onError,
      });
      if (outcome.type === "stopped") {
        const own = {
          runId: run.runId,
          attempt: run.attempt,
          lastEvent: outcome.lastEvent,
          lastRecord: outcome.lastRecord,
          records: outcome.staged,
        };
        await this.decide(definition, ref, { latest: true }, (decideContext, snapshot) =>
          decideOwnStop(decideContext, snapshot, own),
        );
      }
      if (outcome.type !== "lost") state = "ended";
      ended = outcome.type === "settled" && outcome.status !== "suspended";
    } catch (error) {
      onError(error);
    } finally {
      if (this.segments.get(run.runId) === stop) this.segments.delete(run.runId);
      channel.close(state);
      this.hub.remove(ref.threadId, channel);
    }
    if (ended) await this.compactLater(definition, run).catch(onError);
  }

  private async compactLater(
    definition: WorkflowDefinition<T>,
    run: { threadId: string; runId: string },
  ): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, COMPACT_AFTER_MS).unref());
    await this.store.compact({ threadId: run.threadId, runId: run.runId }, (events) => shorten(definition, events));
  }

  private async waitForEnd(ref: ThreadRef, run: RunningRun<T>): Promise<void> {
    const leave = AbortSignal.timeout(this.options.stopWaitMs ?? STOP_WAIT_MS);
    try {
      for await (const _ of this.follow(ref, { after: run.lastEvent, through: run.lastEvent, signal: leave }));
    } catch {
      // A dead run, or no database: the caller settles it, or fails as well.
    }
  }
}

/** The log of a finished run, deltas merged: numbers of what is left stay as they were. */
export function shorten<T extends WorkflowTypes>(
  definition: WorkflowDefinition<T>,
  events: NumberedEvent<T>[],
): NumberedEvent<T>[] {
  const kept: NumberedEvent<T>[] = [];
  for (const item of events) {
    if (definition.keep && !definition.keep(item.event)) continue;
    const previous = kept[kept.length - 1];
    const merged = previous?.step === item.step ? definition.coalesce?.(previous.event, item.event) : null;
    if (merged) kept[kept.length - 1] = { ...item, event: merged };
    else kept.push(item);
  }
  return kept;
}

/** Later lists win by id. */
function mergeRecords<R extends { id: string; seq: number }>(...lists: R[][]): R[] {
  const byId = new Map<string, R>();
  for (const record of lists.flat()) byId.set(record.id, record);
  return [...byId.values()].sort((a, b) => a.seq - b.seq);
}
