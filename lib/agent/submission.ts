import { AppError } from "../errors";
import { cancelRun, type DecideContext, resumeRun } from "../workflow/decide";
import { RunDraft } from "../workflow/draft";
import type { ClaimingDecision } from "../workflow/engine";
import type { Snapshot } from "../workflow/store";
import { keepWaiting } from "../workflow/transitions";
import { isLive, type RunningRun, type SuspendedRun } from "../workflow/types";
import { checkAnswerSize } from "./answer-size";
import { resultMessage } from "./conversation";
import type { AgentEvent, AgentInterrupt, AgentTypes, Answer, ApprovalDecision, ClientTool } from "./events";
import {
  type Message,
  outcomesByCall,
  resultMessageId,
  sameOutcome,
  type ToolCallBlock,
  type ToolOutcome,
  toolCalls,
} from "./messages";
import type { Submission } from "./protocol";
import { type Accepted, decideTurn, follow, inFlight, startTurn, type TurnInput } from "./turn";

type Context = DecideContext<AgentTypes>;
type AgentSnapshot = Snapshot<AgentTypes>;

/** Answers of this submission, sorted by what they are to the current wait. */
interface Matched {
  /** New answers of the wait. */
  fresh: Map<string, Answer>;
  /** Answers that repeat what this run has already settled. */
  repeated: string[];
}

/**
 * Accepts a continuation (promises 1–4): answers accumulate by call id, an identical repeat is accepted, a different
 * outcome refused, and nothing of a refused submission is stored.
 *
 * @param turn how a message that came together with the answers would be asked
 */
export function decideSubmission(
  context: Context,
  snapshot: AgentSnapshot,
  submission: Submission,
  turn: (message: NonNullable<Submission["message"]>) => TurnInput,
): ClaimingDecision<AgentTypes, Accepted> {
  const { run } = snapshot;
  const asked = submission.message ? turn(submission.message) : null;
  if (asked && !continuesRun(snapshot, submission)) return decideTurn(context, snapshot, asked);
  // A message that storage has is history beside the answers: the question of this very run, mostly.
  const input = snapshot.keyed ? null : asked;
  if (!isLive(run)) throw noRun();
  const matched = match(snapshot, submission);
  if (run.status === "running") {
    if (input) throw inFlight(context, run);
    return acceptRepeat(run, snapshot, matched);
  }

  const answers = { ...run.interrupt.answers, ...Object.fromEntries(matched.fresh) };
  const complete = run.interrupt.request.calls.every((call) => Object.hasOwn(answers, call.callId));
  if (input && !complete) throw inFlight(context, run);
  if (matched.fresh.size === 0) {
    if (matched.repeated.length === 0) throw noMatch(context, run);
    return { result: { ...follow("kept", run, snapshot), after: run.lastEvent }, changes: [] };
  }

  const interrupt: AgentInterrupt = { ...run.interrupt, answers };
  const effects = effectsOf(snapshot, run, matched.fresh, submission.via);
  const stored = mergeMessages(snapshot.records, effects.records);
  const answered = { ...run, cursor: withCatalog(run, submission.catalog) };
  if (input) {
    if (snapshot.taken.includes(input.message.id)) {
      throw new AppError("invalid-input", "messages: this message id already belongs to another message.");
    }
    const ended = cancelRun(context, { ...snapshot, records: stored }, answered, "superseded", effects).build();
    return startTurn(context, snapshot, input, [ended], ended.run);
  }
  if (!complete) {
    const draft = new RunDraft<AgentTypes>(keepWaiting(answered, interrupt))
      .log(...effects.events)
      .record(...effects.records);
    const change = draft.build();
    return { result: { acceptance: "kept", run: change.run, after: change.run.lastEvent, stored }, changes: [change] };
  }
  const claim = resumeRun(context, answered, interrupt, effects);
  return {
    result: { acceptance: "continued", run: claim.run, after: claim.run.lastEvent, stored },
    changes: [claim.change],
    claim: claim.run,
  };
}

/** Whether a request with a message answers the latest run, and does not ask (or repeat) the message's own turn. */
function continuesRun({ run, keyed, records }: AgentSnapshot, submission: Submission): boolean {
  if (!keyed) return submission.explicit === true || run?.status === "suspended";
  const calls = new Set(allCalls(records).map((call) => call.callId));
  if (Object.keys(submission.answers).some((callId) => calls.has(callId))) return true;
  return submission.explicit === true && keyed.runId !== run?.runId;
}

/** Nothing waits, the run goes on: answers that repeat what it has settled follow it, everything else is refused. */
function acceptRepeat(
  run: RunningRun<AgentTypes>,
  snapshot: AgentSnapshot,
  matched: Matched,
): ClaimingDecision<AgentTypes, Accepted> {
  if (matched.repeated.length === 0) throw noRun();
  return { result: follow("following", run, snapshot), changes: [] };
}

function noRun(): AppError {
  return new AppError("no-run", "There is no persisted run that waits for an answer.");
}

function noMatch(context: Context, run: SuspendedRun<AgentTypes>): AppError {
  return new AppError("no-match", "The run waits for something else: no matching continuation input.", {
    pending: context.definition.describeWait(run.interrupt),
  });
}

function match(snapshot: AgentSnapshot, submission: Submission): Matched {
  const { run } = snapshot;
  const wait = run?.status === "suspended" ? run.interrupt : null;
  const waiting = new Set(wait?.request.calls.map((call) => call.callId));
  const calls = new Map(allCalls(snapshot.records).map((call) => [call.callId, call]));
  const outcomes = outcomesByCall(snapshot.records);
  const matched: Matched = { fresh: new Map(), repeated: [] };
  // Of a native map: what the run does not know, or nobody asked for. In an envelope that is history.
  const unknown: string[] = [];
  for (const [callId, answer] of Object.entries(submission.answers)) {
    const call = calls.get(callId);
    if (!call) {
      unknown.push(callId);
      continue;
    }
    const settled = settledAs(call, outcomes.get(callId), answer);
    if (settled === "same") matched.repeated.push(callId);
    else if (settled === "different") {
      // In an envelope, what lies outside the wait is history, whatever the client made of it.
      if (!submission.strict && wait && !waiting.has(callId)) continue;
      throw new AppError("conflict", `A different outcome was already accepted for call ${callId}.`);
    } else if (!wait || !waiting.has(callId)) {
      // Known and open, but not asked for yet: its batch still waits for approvals, or it is a server tool.
      if (submission.strict || wait?.type === "approval") {
        if (wait) throw new AppError("wrong-phase", `Call ${callId} is not waiting for this kind of answer yet.`);
        unknown.push(callId);
      }
    } else if (wait.type === "approval" ? answer.type !== "approval" : answer.type !== "outcome") {
      throw new AppError(
        "wrong-phase",
        wait.type === "approval"
          ? `Call ${callId} awaits an approval, not a result.`
          : `Call ${callId} awaits its result, not an approval.`,
      );
    } else {
      checkAnswerSize(callId, answer);
      matched.fresh.set(callId, answer);
    }
  }
  if (submission.strict && unknown.length > 0 && run) {
    const pending = wait
      ? { pending: JSON.parse(JSON.stringify({ id: wait.id, type: wait.type, ...wait.request })) }
      : {};
    const code = wait ? "no-match" : "no-run";
    const text = wait ? "no matching continuation input" : "there is no persisted run that waits for it";
    throw new AppError(code, `Unknown call id ${unknown[0]}: ${text}.`, pending);
  }
  return matched;
}

/** Whether storage already holds this very answer, another one, or none. */
function settledAs(
  call: ToolCallBlock,
  outcome: ToolOutcome | undefined,
  answer: Answer,
): "same" | "different" | "open" {
  const decision = call.approval?.decision;
  if (answer.type === "approval") {
    if (decision) return sameDecision(decision, answer) ? "same" : "different";
    return outcome ? "different" : "open";
  }
  if (answer.type !== "outcome" || !outcome) return "open";
  // A client shows a rejection as its own state; said again as an outcome it is still the same decision.
  return sameOutcome(outcome, answer.outcome) ? "same" : "different";
}

function sameDecision(a: ApprovalDecision, b: ApprovalDecision): boolean {
  // The model reads a reason only of a rejection.
  return a.approved === b.approved && (a.approved || (a.reason ?? "") === (b.reason ?? ""));
}

/** What accepted answers store and log: decisions on their calls, results as messages of their own. */
function effectsOf(
  { records, taken }: AgentSnapshot,
  run: SuspendedRun<AgentTypes>,
  fresh: Map<string, Answer>,
  via: string | undefined,
): { records: Message[]; events: AgentEvent[] } {
  const calls = new Map(allCalls(records).map((call) => [call.callId, call]));
  const used = new Set([...taken, ...[...calls.keys()].map(resultMessageId)]);
  const events: AgentEvent[] = [];
  const results: Message[] = [];
  const decisions = new Map<string, ApprovalDecision>();
  for (const [callId, answer] of fresh) {
    const call = calls.get(callId);
    if (!call || answer.type === "event") continue;
    let outcome: ToolOutcome | null = null;
    let messageId: string | undefined;
    if (answer.type === "approval") {
      const { approved, reason } = answer;
      const decision: ApprovalDecision = { approved, ...(reason && { reason }), ...(via && { via }) };
      decisions.set(callId, decision);
      events.push({ type: "approval-responded", callId, ...decision });
      if (!decision.approved) outcome = { type: "rejected", ...(decision.reason && { reason: decision.reason }) };
    } else {
      outcome = answer.outcome;
      messageId = usableId(answer.messageId, callId, used, run);
    }
    if (!outcome) continue;
    const message = resultMessage(call, outcome, { runId: run.runId, ...(messageId && { id: messageId }) });
    results.push(message);
    const from = answer.type === "approval" ? "server" : "client";
    events.push({ type: "tool-result", callId, toolName: call.toolName, outcome, messageId: message.id, from });
  }
  return { records: [...withDecisions(records, decisions), ...results], events };
}

/** The client's id for its result, unless another message of the thread has it or will have it. */
function usableId(
  id: string | undefined,
  callId: string,
  used: Set<string>,
  run: SuspendedRun<AgentTypes>,
): string | undefined {
  if (id === undefined || id === resultMessageId(callId) || used.has(id)) return undefined;
  if (id.startsWith(run.data.messageId)) return undefined;
  used.add(id);
  return id;
}

/** The assistant messages whose calls were decided, with the decisions written to them. */
function withDecisions(records: Message[], decisions: Map<string, ApprovalDecision>): Message[] {
  return records
    .filter((message) => toolCalls(message).some((call) => decisions.has(call.callId)))
    .map((message) => ({
      ...message,
      blocks: message.blocks.map((block) => {
        const decision = block.type === "tool-call" ? decisions.get(block.callId) : undefined;
        if (block.type !== "tool-call" || !decision) return block;
        return { ...block, approval: { reason: block.approval?.reason ?? "", decision } };
      }),
    }));
}

/** A catalog that lists tools replaces the run's; what was ever offered is remembered. */
function withCatalog(
  run: SuspendedRun<AgentTypes>,
  catalog: ClientTool[] | undefined,
): SuspendedRun<AgentTypes>["cursor"] {
  if (!catalog?.length) return run.cursor;
  const { state } = run.cursor;
  const offered = [...new Set([...state.offered, ...catalog.map((tool) => tool.name)])];
  return { ...run.cursor, state: { ...state, catalog, offered } };
}

function allCalls(records: Message[]): ToolCallBlock[] {
  return records.flatMap(toolCalls);
}

function mergeMessages(stored: Message[], changed: Message[]): Message[] {
  const byId = new Map(stored.map((message) => [message.id, message]));
  for (const message of changed) byId.set(message.id, message);
  return [...byId.values()];
}
