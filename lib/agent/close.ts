import type { Closing, WorkflowDefinition } from "../workflow/node";
import type { CancelReason } from "../workflow/types";
import { resultMessage } from "./conversation";
import type { AgentEvent, AgentTypes } from "./events";
import { type Message, outcomesByCall, type ToolCallBlock, type ToolOutcome, toolCalls } from "./messages";

/** Calls of these messages that have no result yet, in order. */
export function openCalls(messages: Message[]): ToolCallBlock[] {
  const outcomes = outcomesByCall(messages);
  return messages.flatMap(toolCalls).filter((call) => !outcomes.has(call.callId));
}

/** Record numbers that a turn keeps free before its question, for what closes the turn before it: results and a note. */
export function recordGap(openCalls: number): number {
  return openCalls + 1;
}

const TEXTS: Record<CancelReason, string> = {
  stopped: "Stopped by the user before it finished.",
  abandoned: "The run was abandoned before this call finished.",
  superseded: "The run was interrupted before this call finished; its outcome is unknown.",
  reset: "The conversation was deleted.",
};

/** How an open call reads after its run was ended from outside. A server tool that had begun may have done its work. */
function closedOutcome(reason: CancelReason, started: boolean): ToolOutcome {
  const message = started
    ? `${TEXTS[reason]} The tool had already begun: it may or may not have taken effect.`
    : TEXTS[reason];
  return reason === "stopped" ? { type: "stopped", message } : { type: "cancelled", message };
}

/** Gives every open call of an ended run its one result. */
export const closeRun: WorkflowDefinition<AgentTypes>["close"] = (input): Closing<AgentTypes> => {
  const { run, records, memos, reason, voided } = input;
  const events: AgentEvent[] = voided ? saidAgain(records, (step) => step > run.step) : [];
  const closing = openCalls(records).map((call) => {
    const outcome = closedOutcome(reason, memos[memoKey(call.callId)]?.status === "started");
    const message = resultMessage(call, outcome);
    events.push(resultEvent(call, outcome, message.id));
    return message;
  });
  return { records: closing, events };
};

/**
 * The events of results that a step has stored and logged before it was void. Results of accepted answers belong to no
 * step (0).
 */
export function saidAgain(messages: Message[], isVoid: (step: number) => boolean): AgentEvent[] {
  return messages
    .filter((message) => message.role === "tool" && message.step > 0 && isVoid(message.step))
    .flatMap((message) =>
      message.blocks.flatMap((block) =>
        block.type === "tool-result" ? [resultEvent(block, block.outcome, message.id)] : [],
      ),
    );
}

/** A result that the server gives. */
export function resultEvent(
  call: Pick<ToolCallBlock, "callId" | "toolName">,
  outcome: ToolOutcome,
  messageId: string,
): AgentEvent {
  return { type: "tool-result", callId: call.callId, toolName: call.toolName, outcome, messageId, from: "server" };
}

/** Key of the memo that marks a server tool's execution. */
export function memoKey(callId: string): string {
  return `call:${callId}`;
}
