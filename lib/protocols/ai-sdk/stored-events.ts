import type { AgentEvent, AgentInterrupt } from "../../agent/events";
import type { Message } from "../../agent/messages";

/**
 * Stored messages of one run as the log events that wrote them, so that one mapper serves both. Text blocks get ids of
 * their own: their real ones ended with the step.
 */
export function storedEvents(messages: Message[]): AgentEvent[] {
  return messages
    .filter((message) => message.role !== "user" && message.supersededBy === null)
    .flatMap((message) => messageEvents(message));
}

function messageEvents(message: Message): AgentEvent[] {
  const events: AgentEvent[] = [];
  if (message.role === "assistant") {
    events.push({ type: "step-start", step: message.step, messageId: message.id, model: "" });
  }
  for (const [index, block] of message.blocks.entries()) {
    const id = `${message.id}:${index}`;
    switch (block.type) {
      case "text":
        events.push(
          { type: "text-start", id },
          { type: "text-delta", id, delta: block.text },
          { type: "text-end", id },
        );
        break;
      case "reasoning":
        events.push(
          { type: "reasoning-start", id },
          { type: "reasoning-delta", id, delta: block.text },
          { type: "reasoning-end", id },
        );
        break;
      case "tool-call": {
        const { callId, toolName, input, kind, approval } = block;
        events.push({ type: "tool-call", callId, toolName, input, kind });
        if (approval?.decision) {
          events.push({ type: "approval-requested", callId, toolName, input, reason: approval.reason });
          events.push({ type: "approval-responded", callId, ...approval.decision });
        }
        break;
      }
      case "tool-result": {
        const { callId, toolName, outcome } = block;
        events.push({ type: "tool-result", callId, toolName, outcome, messageId: message.id, from: "server" });
        break;
      }
      case "file":
        break;
    }
  }
  return events;
}

/** A wait as events: what it asks for, and the answers accepted so far. */
export function interruptEvents(interrupt: AgentInterrupt): AgentEvent[] {
  const { calls } = interrupt.request;
  if (interrupt.type === "tool-results") {
    const results = calls.flatMap(({ callId, toolName }): AgentEvent[] => {
      const answer = interrupt.answers[callId];
      if (answer?.type !== "outcome") return [];
      const { outcome, messageId = "" } = answer;
      return [{ type: "tool-result", callId, toolName, outcome, messageId, from: "client" }];
    });
    return [{ type: "calls-dispatched", calls }, ...results];
  }
  if (interrupt.type !== "approval") return [];
  return calls.flatMap(({ callId, toolName, input, reason = "" }): AgentEvent[] => {
    const answer = interrupt.answers[callId];
    const asked: AgentEvent = { type: "approval-requested", callId, toolName, input, reason };
    if (answer?.type !== "approval") return [asked];
    const { approved, reason: why } = answer;
    return [asked, { type: "approval-responded", callId, approved, ...(why && { reason: why }) }];
  });
}
