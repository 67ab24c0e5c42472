import { AppError } from "../errors";
import { createId } from "../ids";
import { cancelRun, type DecideContext, newRun, recoverRun } from "../workflow/decide";
import { RunDraft } from "../workflow/draft";
import type { ClaimingDecision } from "../workflow/engine";
import type { RunChange, Snapshot } from "../workflow/store";
import { isDead, type RunningRun } from "../workflow/types";
import type { Acceptance, TurnOptions } from "./api";
import { openCalls, recordGap } from "./close";
import { createMessage } from "./conversation";
import type { AgentRun, AgentTypes } from "./events";
import { type Message, messageText } from "./messages";
import type { ModelList } from "./model-list";
import type { UserInput } from "./protocol";

const TITLE_LENGTH = 80;

/** What a request became, before its response exists. */
export interface Accepted {
  acceptance: Acceptance;
  run: AgentRun;
  /** Log number from which the response reads. */
  after: number;
  /** Messages of the run as they are at `after`. */
  stored: Message[];
}

export interface TurnInput extends TurnOptions {
  message: UserInput;
  threadId: string;
  models: ModelList;
  mode: "stream" | "run";
}

type Context = DecideContext<AgentTypes>;
type AgentSnapshot = Snapshot<AgentTypes>;
type TurnDecision = ClaimingDecision<AgentTypes, Accepted>;

/**
 * A new user message (contract, "New turns"): its id decides. New: a turn starts. Known: its run is followed, recovered
 * or replayed, or replaced with `regenerate`; it is never a second question.
 */
export function decideTurn(context: Context, snapshot: AgentSnapshot, input: TurnInput): TurnDecision {
  const { keyed, run } = snapshot;
  if (keyed) return decideKnown(context, snapshot, keyed, input);
  if (input.regenerate)
    throw new AppError("invalid-input", "There is no answer to regenerate: the question is not known.");
  refuseEmpty(input.message);
  if (snapshot.taken.includes(input.message.id)) {
    throw new AppError("invalid-input", "messages: this message id already belongs to another message.");
  }
  refuseWhileLive(context, snapshot);
  const before = supersedeDead(context, snapshot);
  return startTurn(context, snapshot, input, before, run ? (before[0]?.run ?? run) : null);
}

/** Starts a turn after `before`, changes that end the run before it in the same transaction. */
export function startTurn(
  context: Context,
  snapshot: AgentSnapshot,
  input: TurnInput,
  before: RunChange<AgentTypes>[],
  previous: AgentRun | null,
): TurnDecision {
  const run = createRun(context, snapshot, input, previous);
  const question = createMessage({
    id: input.message.id,
    role: "user",
    blocks: input.message.blocks,
    inContext: false,
  });
  const draft = new RunDraft<AgentTypes, RunningRun<AgentTypes>>(run, true)
    .log({ type: "run-started", runId: run.runId, key: run.key, attempt: run.attempt, data: run.data })
    .log({ type: "user-message", messageId: question.id, blocks: question.blocks })
    .record(question);
  const change = draft.build();
  return {
    result: { acceptance: "started", run, after: run.firstEvent, stored: [] },
    changes: [...before, change],
    claim: run,
    ...(snapshot.thread === null && { title: titleOf(input.message) }),
  };
}

function decideKnown(context: Context, snapshot: AgentSnapshot, keyed: AgentRun, input: TurnInput): TurnDecision {
  const latest = snapshot.run?.runId === keyed.runId;
  if (keyed.status === "suspended") throw inFlight(context, keyed);
  if (keyed.status === "running" && !isDead(keyed, context.leaseSeconds)) {
    if (input.regenerate) throw inFlight(context, keyed);
    return { result: follow("following", keyed, snapshot), changes: [] };
  }
  if (input.regenerate) {
    if (!latest) throw new AppError("stale", "Only the latest answer can be regenerated.");
    return regenerate(context, snapshot, keyed, input);
  }
  if (keyed.status === "failed" || keyed.status === "running") {
    if (!latest) throw new AppError("stale", "This question belongs to an earlier turn.");
    const claim = recoverRun(context, keyed);
    return {
      result: {
        acceptance: "started",
        run: claim.run,
        after: claim.run.lastEvent,
        stored: committed(snapshot.records),
      },
      changes: [claim.change],
      claim: claim.run,
    };
  }
  return { result: follow("replayed", keyed, snapshot), changes: [] };
}

function regenerate(context: Context, snapshot: AgentSnapshot, keyed: AgentRun, input: TurnInput): TurnDecision {
  refuseEmpty(input.message);
  const before = supersedeDead(context, snapshot);
  const run = createRun(context, snapshot, input, before[0]?.run ?? keyed);
  const draft = new RunDraft<AgentTypes, RunningRun<AgentTypes>>(run, true)
    .supersede(keyed.runId)
    .log({ type: "run-started", runId: run.runId, key: run.key, attempt: run.attempt, data: run.data });
  const question = snapshot.records.find((message) => message.id === run.key);
  // The question is not asked again, but the new run must find it whatever its history holds. It may have been edited.
  if (question) draft.record({ ...question, blocks: input.message.blocks });
  return {
    result: { acceptance: "started", run, after: run.firstEvent, stored: [] },
    changes: [...before, draft.build()],
    claim: run,
  };
}

function createRun(
  context: Context,
  snapshot: AgentSnapshot,
  input: TurnInput,
  previous: AgentRun | null,
): RunningRun<AgentTypes> {
  const catalog = input.catalog?.length ? input.catalog : null;
  return newRun(snapshot, previous, {
    runId: createId("run"),
    threadId: input.threadId,
    key: input.message.id,
    workflow: context.definition.name,
    data: {
      messageId: createId("msg"),
      questionId: input.message.id,
      model: input.models.choose(input.message.model, previous?.data.model),
      mode: input.mode,
      catalog,
    },
    event: { type: "agent-start" },
    state: {
      catalog,
      offered: (catalog ?? []).map((tool) => tool.name),
      toolRuns: {},
      steps: 0,
      invalidCalls: 0,
      opening: [],
      context: [],
    },
    now: context.now,
    recordGap: recordGap(openCalls(snapshot.context).length),
  });
}

/** A reader that did not start the segment: what is committed, then the log from there. */
export function follow(acceptance: Acceptance, run: AgentRun, snapshot: AgentSnapshot): Accepted {
  return { acceptance, run, after: run.committedEvent, stored: snapshot.records };
}

/** Messages that a recovered run keeps: partial ones of the failed step are void. */
function committed(records: Message[]): Message[] {
  return records.filter((message) => message.inContext || message.role === "user");
}

function refuseEmpty(message: UserInput): void {
  if (message.blocks.some((block) => block.type === "file") || messageText(message).trim() !== "") return;
  throw new AppError("invalid-input", "The message is empty.");
}

function refuseWhileLive(context: Context, { run }: AgentSnapshot): void {
  if (run?.status === "suspended") throw inFlight(context, run);
  if (run?.status === "running" && !isDead(run, context.leaseSeconds)) throw inFlight(context, run);
  if (run?.status === "completed" && run.retained) {
    throw new AppError("run-in-flight", "The completed run has not been acknowledged yet.");
  }
}

/** The next message supersedes a run whose process died. */
function supersedeDead(context: Context, snapshot: AgentSnapshot): RunChange<AgentTypes>[] {
  const { run } = snapshot;
  if (run?.status !== "running") return [];
  return [cancelRun(context, snapshot, run, "superseded").build()];
}

export function inFlight(context: Context, run: AgentRun): AppError {
  if (run.status !== "suspended")
    return new AppError("run-in-flight", "The agent is still working on the previous message.");
  return new AppError(
    "run-in-flight",
    "The previous message waits for an answer. Answer it, or cancel it together with the new message.",
    {
      pending: context.definition.describeWait(run.interrupt),
    },
  );
}

function titleOf(message: UserInput): string {
  const text = messageText(message).trim().replace(/\s+/g, " ");
  const characters = [...text];
  return characters.length > TITLE_LENGTH ? `${characters.slice(0, TITLE_LENGTH - 1).join("")}…` : text || "Attachment";
}
