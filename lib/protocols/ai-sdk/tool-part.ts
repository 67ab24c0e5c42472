import type { AgentInterrupt, ApprovalDecision } from "../../agent/events";
import { outcomeText, type ToolCallBlock, type ToolOutcome } from "../../agent/messages";
import { type ChatPart, UNFINISHED_CALL } from "./chat-message";

interface CallContext {
  outcome: ToolOutcome | null;
  /** What the run waits for, if it does. */
  wait: AgentInterrupt | null;
  /** Nothing more will come for this call. */
  hasEnded: boolean;
}

/** A stored call as the tool part of an AI SDK message, in the state that its stream left it in. */
export function toToolPart(block: ToolCallBlock, { outcome, wait, hasEnded }: CallContext): ChatPart {
  const { callId, toolName, input } = block;
  const part = { type: `tool-${toolName}`, toolCallId: callId, input } as const;
  const asked = { id: callId, ...(block.approval?.reason && { requestReason: block.approval.reason }) };
  const decision = block.approval?.decision ?? acceptedDecision(wait, callId);
  const granted = decision?.approved ? { approval: { ...asked, ...decided(decision), approved: true as const } } : {};

  const end = outcome ?? (hasEnded ? { type: "error" as const, message: UNFINISHED_CALL } : null);
  if (end?.type === "result") return { ...part, ...granted, state: "output-available", output: end.value ?? null };
  if (end?.type === "rejected") {
    const reason = end.reason ? { reason: end.reason } : {};
    return { ...part, state: "output-denied", approval: { ...asked, approved: false, ...reason } };
  }
  if (end) return { ...part, ...granted, state: "output-error", errorText: outcomeText(end) };

  const isAwaited = wait?.request.calls.some((call) => call.callId === callId) ?? false;
  if (isAwaited && wait?.type === "tool-results") return { ...part, state: "input-available" };
  if (decision) return { ...part, state: "approval-responded", approval: { ...asked, ...decided(decision) } };
  if (isAwaited && wait?.type === "approval") return { ...part, state: "approval-requested", approval: asked };
  // Under way on the server, or held back until its batch is decided: shown, and nobody's to answer.
  return { ...part, state: "input-streaming" };
}

function acceptedDecision(wait: AgentInterrupt | null, callId: string): ApprovalDecision | null {
  const answer = wait?.answers[callId];
  return answer?.type === "approval" ? answer : null;
}

function decided({ approved, reason }: ApprovalDecision): ApprovalDecision {
  return { approved, ...(reason && { reason }) };
}
