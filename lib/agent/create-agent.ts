import { AppError } from "../errors";
import { createId } from "../ids";
import type { Json } from "../json";
import { Engine } from "../workflow/engine";
import type { WorkflowDefinition } from "../workflow/node";
import type { SnapshotNeeds } from "../workflow/store";
import type { ThreadRef } from "../workflow/types";
import type { Continuation, RunHandle, ThreadAgent, TurnOptions } from "./api";
import { coalesceDeltas } from "./coalesce-deltas";
import type { AgentDefinition, ModelPort } from "./define-agent";
import type { AgentTypes } from "./events";
import { AcceptedRun } from "./handle";
import { toInspection } from "./inspect";
import { toolCalls } from "./messages";
import { type MissingModel, ModelList } from "./model-list";
import { decisionsSubmission, resultsSubmission } from "./native";
import type { InputTranslator, Submission, UserInput } from "./protocol";
import type { AgentStore } from "./store";
import { decideSubmission } from "./submission";
import { type Accepted, decideTurn, follow, type TurnInput } from "./turn";
import { createAgentWorkflow } from "./workflow";

export interface AgentOptions {
  store: AgentStore;
  model: ModelPort;
  /** What a turn may choose instead. */
  otherModels?: (ModelPort | MissingModel)[];
  leaseSeconds?: number;
  /** How long `stop` waits for the process that executes the run before it settles the run itself (default 5,000). */
  stopWaitMs?: number;
  /** Keeps a serverless function alive until the run's segment has ended. */
  background?: (work: Promise<unknown>) => void;
  /** What a reader is told of a failed model call whose cause is not safe to show. */
  failureText?: string;
  onError?: (error: unknown, run: { threadId: string; runId: string }) => void;
}

const FAILED = "The model could not finish its answer. Try again.";

/** A shared agent; each request works through a copy bound to its thread. */
export interface Agent {
  readonly definition: AgentDefinition;
  readonly models: ModelList;
  /** @param via the client in whose name answers are submitted */
  for(ref: ThreadRef, via?: string): ThreadAgent;
}

export function createAgent(definition: AgentDefinition, options: AgentOptions): Agent {
  const { store, leaseSeconds = 60, stopWaitMs, background } = options;
  const onError = options.onError ?? ((error, run) => console.error(run, error));
  const models = new ModelList(options.model, options.otherModels);
  const engine = new Engine<AgentTypes>({
    store,
    leaseSeconds,
    onError,
    ...(stopWaitMs !== undefined && { stopWaitMs }),
    ...(background && { background }),
  });
  const workflow = createAgentWorkflow(definition, {
    models,
    usedCallIds: (ref, callIds) => store.usedCallIds(ref, callIds),
    failureText: options.failureText ?? FAILED,
    onError,
  });
  return { definition, models, for: (ref, via) => new BoundAgent(ref, engine, workflow, store, models, via) };
}

/** What a payload names, as far as a decision or its refusal must know before it is read. */
interface PayloadNames {
  ids: string[];
  callIds: string[];
  messageId?: string | undefined;
}

/** Refusals that may mean that somebody else was first. `invalid-input`: of interrupts that are not open any more. */
const TELLS_SETTLED = new Set(["no-run", "no-match", "stale", "conflict", "invalid-input"]);

class BoundAgent implements ThreadAgent {
  constructor(
    readonly ref: ThreadRef,
    private readonly engine: Engine<AgentTypes>,
    private readonly workflow: WorkflowDefinition<AgentTypes>,
    private readonly store: AgentStore,
    private readonly models: ModelList,
    private readonly via: string | undefined,
  ) {}

  async chat(message: string | UserInput, options: TurnOptions = {}) {
    return (await this.turn(message, options, "run")).settled();
  }

  stream(message: string | UserInput, options: TurnOptions = {}): Promise<RunHandle> {
    return this.turn(message, options, "stream");
  }

  submitToolResults(results: Parameters<ThreadAgent["submitToolResults"]>[0]): Continuation {
    return this.continuation(() => resultsSubmission(results));
  }

  submitApprovalDecisions(decisions: Parameters<ThreadAgent["submitApprovalDecisions"]>[0]): Continuation {
    return this.continuation(() => decisionsSubmission(decisions));
  }

  submitInputs<Payload>(payload: Payload, translator: InputTranslator<Payload>): Continuation {
    return this.continuation((wait) => translator.translate(payload, wait), {
      ids: translator.recordIds?.(payload) ?? [],
      messageId: translator.messageId?.(payload),
      callIds: translator.callIds?.(payload) ?? [],
    });
  }

  signal(name: string, payload: unknown): Continuation {
    return this.staged(async () => {
      const answer = { type: "event" as const, payload: payload as Json };
      const { run } = await this.engine.signal(this.workflow, this.ref, { name, answer });
      return { acceptance: "continued", run, after: run.lastEvent, stored: await this.records() };
    });
  }

  async inspect() {
    return toInspection(await this.store.read(this.ref, {}));
  }

  async attach(): Promise<RunHandle | null> {
    const accepted = await this.engine.decide<Accepted | null>(
      this.workflow,
      this.ref,
      { latest: true },
      (_context, snapshot) => ({
        result: snapshot.run?.status === "running" ? follow("following", snapshot.run, snapshot) : null,
        changes: [],
      }),
    );
    return accepted && this.handle(accepted);
  }

  follow(after: number, { signal, merged }: { signal?: AbortSignal; merged?: boolean } = {}) {
    return this.engine.follow(this.ref, {
      after,
      ...(signal && { signal }),
      ...(merged && { merge: coalesceDeltas }),
    });
  }

  async recover(fence?: Parameters<ThreadAgent["recover"]>[0]): Promise<RunHandle> {
    const latest = await this.store.read(this.ref, { latest: true });
    const retained = latest.run?.status === "completed" && latest.run.retained ? latest.run : null;
    if (retained && (!fence || (fence.runId === retained.runId && fence.attempt === retained.attempt)))
      return this.handle(follow("replayed", retained, latest));
    const { run } = await this.engine.recover(this.workflow, this.ref, fence);
    const stored = (await this.records()).filter((message) => message.inContext || message.role === "user");
    return this.handle({ acceptance: "started", run, after: run.lastEvent, stored });
  }

  stop(): Promise<boolean> {
    return this.engine.stop(this.workflow, this.ref);
  }

  abandon(): Promise<boolean> {
    return this.engine.abandon(this.workflow, this.ref);
  }

  acknowledge(runId: string): Promise<boolean> {
    return this.engine.acknowledge(this.workflow, this.ref, runId);
  }

  resetConversation(): Promise<void> {
    return this.engine.reset(this.workflow, this.ref);
  }

  async history(page: { limit?: number; before?: string } = {}) {
    // The page and the run must be of one moment: a step that commits in between would be missing from both.
    for (;;) {
      const { run } = await this.store.read(this.ref, {});
      const { messages, more } = await this.store.loadAll(this.ref, page);
      const { run: after } = await this.store.read(this.ref, {});
      if (
        run?.runId === after?.runId &&
        run?.committedEvent === after?.committedEvent &&
        run?.status === after?.status
      ) {
        return { messages, more, run, after: run?.committedEvent ?? 0 };
      }
    }
  }

  private async turn(message: string | UserInput, options: TurnOptions, mode: "stream" | "run"): Promise<RunHandle> {
    const input = this.turnInput(message, options, mode);
    const needs = { ...this.claimNeeds(), key: input.message.id, ids: [input.message.id] };
    const accepted = await this.engine.decide(this.workflow, this.ref, needs, (context, snapshot) =>
      decideTurn(context, snapshot, input),
    );
    return this.handle(accepted.acceptance === "replayed" ? await this.withOwnMessages(accepted) : accepted);
  }

  private turnInput(message: string | UserInput, options: TurnOptions, mode: "stream" | "run"): TurnInput {
    const input =
      typeof message === "string"
        ? { id: createId("msg"), blocks: [{ type: "text" as const, text: message }] }
        : message;
    return { ...options, message: input, threadId: this.ref.threadId, models: this.models, mode };
  }

  private continuation(
    translate: (wait: Parameters<InputTranslator<unknown>["translate"]>[1]) => Submission,
    names: PayloadNames = { ids: [], callIds: [] },
  ): Continuation {
    return this.staged(() => this.submit(translate, names));
  }

  private async submit(
    translate: (wait: Parameters<InputTranslator<unknown>["translate"]>[1]) => Submission,
    { ids, messageId, callIds }: PayloadNames,
  ): Promise<Accepted> {
    let submission: Submission | undefined;
    const needs = {
      ...this.claimNeeds(),
      ids: messageId ? [...ids, messageId] : ids,
      ...(messageId && { key: messageId }),
    };
    try {
      return await this.engine.decide(this.workflow, this.ref, needs, (context, snapshot) => {
        const wait = snapshot.run?.status === "suspended" ? snapshot.run.interrupt : null;
        submission = { ...translate(wait), ...(this.via && { via: this.via }) };
        return decideSubmission(context, snapshot, submission, (message) =>
          this.turnInput(message, submission?.catalog ? { catalog: submission.catalog } : {}, "stream"),
        );
      });
    } catch (error) {
      throw await this.withSettled(error, submission ? Object.keys(submission.answers) : callIds);
    }
  }

  /** A refused client learns what became of every call it named. */
  private async withSettled(error: unknown, callIds: string[]): Promise<unknown> {
    if (!(error instanceof AppError) || !TELLS_SETTLED.has(error.code) || callIds.length === 0) return error;
    const settled: Record<string, Json> = Object.create(null);
    for (const [callId, outcome] of Object.entries(await this.store.outcomes(this.ref, callIds)))
      settled[callId] = { ...outcome };
    for (const message of await this.records()) {
      for (const call of toolCalls(message)) {
        if (call.approval?.decision && callIds.includes(call.callId))
          settled[call.callId] = { ...call.approval.decision, ...asObject(settled[call.callId]) };
      }
    }
    if (error.code === "invalid-input" && Object.keys(settled).length === 0) return error;
    return new AppError(error.code, error.message, { ...error.details, settled }, { cause: error });
  }

  private staged(accept: () => Promise<Accepted>): Continuation {
    const handle = async () => this.handle(await accept());
    async function* events<Wire>(adapter?: Parameters<RunHandle["events"]>[0]): AsyncGenerator<Wire> {
      const accepted = await handle();
      yield* (adapter ? accepted.events(adapter) : accepted.events()) as AsyncIterable<Wire>;
    }
    return { accept: handle, run: async () => (await handle()).settled(), events } as Continuation;
  }

  /** What a decision needs to see when it may claim a run. */
  private claimNeeds(): SnapshotNeeds {
    return { latest: true, context: this.workflow.contextSize };
  }

  private async records() {
    return (await this.store.read(this.ref, { latest: true })).records;
  }

  /** An older run's answer is replayed from the transcript: the snapshot holds the latest run's messages only. */
  private async withOwnMessages(accepted: Accepted): Promise<Accepted> {
    if (accepted.stored.some((message) => message.runId === accepted.run.runId)) return accepted;
    const { messages } = await this.store.loadAll(this.ref, { limit: 1000 });
    return { ...accepted, stored: messages.filter((message) => message.runId === accepted.run.runId) };
  }

  private handle(accepted: Accepted): RunHandle {
    return new AcceptedRun(this.engine, this.store, this.ref, accepted);
  }
}

function asObject(value: Json | undefined): Record<string, Json> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}
