import { AppError } from "../errors";
import type { Engine } from "../workflow/engine";
import { RunLostError } from "../workflow/follow";
import type { ThreadRef } from "../workflow/types";
import type { AgentResult, RunHandle } from "./api";
import { coalesceDeltas } from "./coalesce-deltas";
import type { AgentInterrupt, AgentRun, AgentTypes, NumberedAgentEvent } from "./events";
import type { Message } from "./messages";
import type { StreamAdapterFactory, StreamContext, StreamEnd } from "./protocol";
import type { AgentStore } from "./store";
import type { Accepted } from "./turn";

/** What a stream says when its run died: every client adds what can be done about it. */
export const LOST_TEXT = "The connection to the run was lost.";

/** The run of an accepted request, as its response reads it. */
export class AcceptedRun implements RunHandle {
  readonly acceptance: Accepted["acceptance"];
  readonly run: AgentRun;
  readonly context: StreamContext;

  constructor(
    private readonly engine: Engine<AgentTypes>,
    private readonly store: AgentStore,
    private readonly ref: ThreadRef,
    accepted: Accepted,
  ) {
    this.acceptance = accepted.acceptance;
    this.run = accepted.run;
    this.context = {
      threadId: ref.threadId,
      run: accepted.run,
      after: accepted.after,
      dispatcher: accepted.acceptance === "started" || accepted.acceptance === "continued",
      stored: accepted.stored,
    };
  }

  events(): AsyncIterable<NumberedAgentEvent>;
  events<Wire>(adapter: StreamAdapterFactory<Wire>, signal?: AbortSignal): AsyncIterable<Wire>;
  events<Wire>(adapter?: StreamAdapterFactory<Wire>, signal?: AbortSignal): AsyncIterable<NumberedAgentEvent | Wire> {
    return adapter ? this.adapted(adapter, signal) : this.feed();
  }

  async settled(): Promise<AgentResult> {
    try {
      for await (const _ of this.feed());
    } catch (error) {
      if (!(error instanceof RunLostError)) throw error;
    }
    return readResult(this.store, this.ref, this.run.runId);
  }

  /** Nothing more comes for a run that still waits, or that had already ended. */
  private async *feed(
    options: { signal?: AbortSignal; merge?: typeof coalesceDeltas } = {},
  ): AsyncGenerator<NumberedAgentEvent, void, void> {
    if (this.acceptance === "kept" || this.acceptance === "replayed") return;
    yield* this.engine.follow(this.ref, {
      after: this.context.after,
      through: this.run.lastEvent,
      ...options,
    });
  }

  private async *adapted<Wire>(
    factory: StreamAdapterFactory<Wire>,
    signal?: AbortSignal,
  ): AsyncGenerator<Wire, void, void> {
    const adapter = factory(this.context);
    yield* adapter.start();
    let end: StreamEnd = { type: "segment-end" };
    try {
      for await (const event of this.feed({ ...(signal && { signal }), merge: coalesceDeltas }))
        yield* adapter.transform(event);
    } catch (error) {
      // After the first byte a failure has to be said in the protocol's own words; the cause goes to the log.
      if (!(error instanceof RunLostError)) this.engine.report(error, this.run);
      end = { type: "lost", message: LOST_TEXT };
    }
    yield* adapter.end(end);
  }
}

/** The state of a run at the end of a segment. */
export async function readResult(store: AgentStore, ref: ThreadRef, runId: string): Promise<AgentResult> {
  const { run, records } = await store.read(ref, { latest: true });
  if (run?.runId !== runId) throw new AppError("stale", "The run was replaced while its result was awaited.");
  return toResult(run, records);
}

function toResult(run: AgentRun, records: Message[]): AgentResult {
  const interrupt: AgentInterrupt | null = run.status === "suspended" ? run.interrupt : null;
  const answer = records.filter((message) => message.role === "assistant").at(-1) ?? null;
  return {
    run,
    isInterrupted: () => interrupt !== null,
    getInterruptRequest: () => interrupt,
    getMessage: () => (run.status === "completed" ? answer : null),
  };
}
