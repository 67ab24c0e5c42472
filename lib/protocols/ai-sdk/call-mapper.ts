import { isDeepStrictEqual } from "node:util";
import type { ApprovalDecision } from "../../agent/events";
import { isErrorOutcome, outcomeText, sameOutcome, type ToolOutcome } from "../../agent/messages";
import type { Json } from "../../json";
import { type ChatChunk, UNFINISHED_CALL } from "./chat-message";
import type { PostedCall } from "./posted-message";

/** How far a call's part has come in the client's copy of the message. */
type CallState = "streaming" | "available" | "asked" | "decided" | "settled";

interface HeldCall {
  state: CallState;
  /** Input text sent so far by this response; `null` once the input is complete, or when the client brought the part. */
  inputText: string | null;
  /** Input of a part that the client brought, until it has been compared with ours. */
  brought: { input: unknown } | null;
  approvalId: string | null;
  decision: ApprovalDecision | null;
  outcome: ToolOutcome | null;
}

interface CallEvent {
  callId: string;
  toolName: string;
  input: Json;
}

/**
 * Maps what happens to calls into chunks for a client whose copy it keeps track of, so that nothing is sent twice and
 * no chunk names a call that the client's message does not have: the client treats that as a broken stream.
 *
 * A call is *previewed* with `tool-input-start` and deltas that make up its whole input. A previewed part takes every
 * later chunk and starts no handler; only `tool-input-available` does that.
 */
export class CallMapper {
  /**
   * Whether a call that the client does not have may be added: only at the end of its message, so not while an earlier
   * step is gone through.
   */
  canAdd = true;
  private readonly calls = new Map<string, HeldCall>();
  /** Calls that this response added to the client's newest step. */
  private addedInStep = new Set<string>();

  /** `stepHasCalls`: whether the newest step of the posted message has any. */
  constructor(
    posted: PostedCall[],
    private stepHasCalls: boolean,
  ) {
    for (const call of posted) {
      this.calls.set(call.callId, {
        state: stateOf(call),
        inputText: null,
        brought: { input: call.input },
        approvalId: call.approvalId,
        decision: call.decision,
        outcome: call.outcome,
      });
    }
  }

  /** Whether the client's newest step has tool parts. */
  get endsOnCalls(): boolean {
    return this.stepHasCalls;
  }

  beginStep(): void {
    this.addedInStep = new Set();
    this.stepHasCalls = false;
  }

  /** Forgets the calls of a step that the client was told to drop. */
  discardStep(): void {
    for (const callId of this.addedInStep) this.calls.delete(callId);
    this.beginStep();
  }

  inputStart(callId: string, toolName: string): ChatChunk[] {
    if (this.calls.has(callId) || !this.canAdd) return [];
    const nothingYet = { approvalId: null, decision: null, outcome: null };
    this.calls.set(callId, { state: "streaming", inputText: "", brought: null, ...nothingYet });
    this.addedInStep.add(callId);
    this.stepHasCalls = true;
    return [inputStart(callId, toolName)];
  }

  inputDelta(callId: string, delta: string): ChatChunk[] {
    const held = this.calls.get(callId);
    if (held?.inputText == null) return [];
    held.inputText += delta;
    return [inputDelta(callId, delta)];
  }

  /** The complete call. Its preview is made whole where the streamed text was absent or something else. */
  call({ callId, toolName, input }: CallEvent): ChatChunk[] {
    const chunks = this.inputStart(callId, toolName);
    const held = this.calls.get(callId);
    if (held?.brought && held.state === "streaming" && this.canAdd) {
      // The connection broke while the input came.
      const isComplete = isDeepStrictEqual(held.brought.input, input);
      held.brought = null;
      return isComplete ? [] : preview(callId, toolName, input);
    }
    if (held?.inputText == null) return chunks;
    const streamed = held.inputText;
    held.inputText = null;
    if (isSameJson(streamed, input)) return chunks;
    if (streamed === "") return [...chunks, inputDelta(callId, JSON.stringify(input))];
    return [...chunks, ...preview(callId, toolName, input)];
  }

  approvalRequested(callId: string, reason: string): ChatChunk[] {
    const held = this.calls.get(callId);
    if (!held || held.decision || (held.state !== "streaming" && held.state !== "asked")) return [];
    // A card that lost its approval id cannot be answered: it is asked anew.
    if (held.state === "asked" && held.approvalId !== null) return [];
    return [this.ask(callId, held, reason)];
  }

  approvalResponded(callId: string, decision: ApprovalDecision): ChatChunk[] {
    const held = this.calls.get(callId);
    if (!held || held.state === "settled") return [];
    // What has been handed to the browser was approved, also where the client's copy does not say so any more.
    if (held.decision?.approved === decision.approved || (held.state === "available" && decision.approved)) return [];
    // The answer is found by its approval id, so a copy without one has to be asked (again) first.
    const chunks = held.approvalId === null ? [this.ask(callId, held, "")] : [];
    held.state = "decided";
    held.decision = decision;
    const { approved, reason } = decision;
    const approvalId = held.approvalId ?? callId;
    return [...chunks, { type: "tool-approval-response", approvalId, approved, ...(reason && { reason }) }];
  }

  /**
   * A frontend call is handed to a browser. `start`: to the one that reads this response, whose handler starts.
   * Otherwise it is shown as under way: a part that stayed `approval-responded` would be submitted for ever.
   */
  dispatched({ callId, toolName, input }: CallEvent, start: boolean): ChatChunk[] {
    const held = this.calls.get(callId);
    if (!held || held.state === "available" || held.state === "settled") return [];
    if (start) {
      held.state = "available";
      return [{ type: "tool-input-available", toolCallId: callId, toolName, input }];
    }
    if (held.state === "streaming") return [];
    held.state = "streaming";
    return preview(callId, toolName, input);
  }

  result(callId: string, outcome: ToolOutcome): ChatChunk[] {
    const held = this.calls.get(callId);
    if (!held || (held.outcome && isSameForClient(held.outcome, outcome))) return [];
    const chunks = outcome.type === "rejected" ? this.approvalResponded(callId, rejection(outcome)) : [];
    held.state = "settled";
    held.outcome = outcome;
    return [...chunks, outcomeChunk(callId, outcome)];
  }

  /** A run that ended leaves no call open. */
  closeOpen(): ChatChunk[] {
    return [...this.calls.keys()].flatMap((callId) =>
      this.calls.get(callId)?.state === "settled"
        ? []
        : this.result(callId, { type: "error", message: UNFINISHED_CALL }),
    );
  }

  private ask(callId: string, held: HeldCall, reason: string): ChatChunk {
    held.state = "asked";
    held.approvalId = callId;
    return { type: "tool-approval-request", approvalId: callId, toolCallId: callId, ...(reason && { reason }) };
  }
}

function stateOf(call: PostedCall): CallState {
  switch (call.state) {
    case "input-available":
      return "available";
    case "approval-requested":
      return "asked";
    case "approval-responded":
      return "decided";
    case "output-available":
    case "output-error":
    case "output-denied":
      return "settled";
    default:
      return "streaming";
  }
}

function inputStart(toolCallId: string, toolName: string): ChatChunk {
  return { type: "tool-input-start", toolCallId, toolName };
}

function inputDelta(toolCallId: string, inputTextDelta: string): ChatChunk {
  return { type: "tool-input-delta", toolCallId, inputTextDelta };
}

/** The whole input at once, also over what a part shows already. */
function preview(callId: string, toolName: string, input: Json): ChatChunk[] {
  return [inputStart(callId, toolName), inputDelta(callId, JSON.stringify(input))];
}

function outcomeChunk(toolCallId: string, outcome: ToolOutcome): ChatChunk {
  if (outcome.type === "rejected") return { type: "tool-output-denied", toolCallId };
  if (outcome.type === "result") return { type: "tool-output-available", toolCallId, output: outcome.value ?? null };
  return { type: "tool-output-error", toolCallId, errorText: outcomeText(outcome) };
}

function rejection(outcome: { reason?: string }): ApprovalDecision {
  return { approved: false, ...(outcome.reason && { reason: outcome.reason }) };
}

/** A stored value may have its keys in another order, and the client's copy of a rejection may have lost the reason. */
function isSameForClient(held: ToolOutcome, outcome: ToolOutcome): boolean {
  if (held.type === "rejected" && outcome.type === "rejected") return true;
  if (held.type === "result" && outcome.type === "result" && isDeepStrictEqual(held.value, outcome.value)) return true;
  return isErrorOutcome(held) === isErrorOutcome(outcome) && sameOutcome(held, outcome);
}

/** Whether streamed input text is this input, in whatever spelling the model chose. */
function isSameJson(text: string, input: Json): boolean {
  try {
    return isDeepStrictEqual(JSON.parse(text), input);
  } catch {
    return false;
  }
}
