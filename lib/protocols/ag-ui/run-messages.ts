import type { AgentRun } from "../../agent/events";
import { type Message, toolCalls } from "../../agent/messages";
import type { RunMessages } from "./catch-up";
import { toAgUiMessages } from "./messages";
import type { AgUiMessage } from "./wire";

/**
 * What storage says about a run (its own messages alone), to be held against the client's copy. A call that waits for its result is part of it
 * where the client has been handed it.
 */
export function runMessages(run: AgentRun, stored: Message[], held: readonly AgUiMessage[]): RunMessages {
  return toRunMessages(run.data.questionId, stored, held, run.data.messageId);
}

/** The same of earlier runs, by their stored messages alone. */
export function runsOf(stored: Message[], held: readonly AgUiMessage[]): RunMessages[] {
  const byRun = new Map<string, Message[]>();
  for (const message of stored) byRun.set(message.runId, [...(byRun.get(message.runId) ?? []), message]);
  return [...byRun.values()].flatMap((messages) => {
    const question = messages.find((message) => message.role === "user");
    return question ? [toRunMessages(question.id, messages, held, null)] : [];
  });
}

function toRunMessages(
  questionId: string,
  stored: Message[],
  held: readonly AgUiMessage[],
  idPrefix: string | null,
): RunMessages {
  const heldCalls = new Set(
    held.flatMap((message) => (message.role === "assistant" ? (message.toolCalls ?? []).map((call) => call.id) : [])),
  );
  const calls = new Set(stored.flatMap(toolCalls).map((call) => call.callId));
  return {
    questionId,
    messages: toAgUiMessages(stored, (callId) => heldCalls.has(callId)),
    stepIds: stored.filter((message) => message.role === "assistant").map((message) => message.id),
    owns: (message) => {
      if (message.role === "tool") return calls.has(message.toolCallId);
      if (message.role !== "assistant" && message.role !== "reasoning") return false;
      return idPrefix !== null && message.id.startsWith(idPrefix);
    },
  };
}
