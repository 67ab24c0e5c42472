import { type DynamicToolUIPart, getToolName, isToolUIPart, type ToolUIPart, type UIMessage } from "ai";
import { lastStepTools } from "@/lib/browser-tools/last-step";
import { CANCELLED } from "../chat-ui/cancelled";
import type { WaitingCall } from "../thread-api/threads";

/** A tool part of any kind: the page does not know the server's tools by type. */
export type AnyToolPart = ToolUIPart | DynamicToolUIPart;

/** What a rejection says when the person moved on instead of deciding. */
export const MOVED_ON_REASON = "The user sent another message instead of deciding.";

const SETTLED = new Set<AnyToolPart["state"]>(["output-available", "output-error", "output-denied"]);

export function isSettled(part: AnyToolPart): boolean {
  return SETTLED.has(part.state);
}

/** Whether a person or this page has answered the call, whatever the server knows of it. */
export function isAnswered(part: AnyToolPart): boolean {
  return isSettled(part) || part.state === "approval-responded";
}

/** The calls that still wait for an answer. */
export function openCalls(messages: UIMessage[]): AnyToolPart[] {
  return lastStepTools(messages).filter((part) => !isAnswered(part));
}

export function findCall(messages: UIMessage[], callId: string): AnyToolPart | undefined {
  for (const message of messages) {
    const call = message.parts.find((part) => isToolUIPart(part) && part.toolCallId === callId);
    if (call && isToolUIPart(call)) return call;
  }
  return undefined;
}

function mapTools(message: UIMessage, map: (part: AnyToolPart) => AnyToolPart): UIMessage {
  return { ...message, parts: message.parts.map((part) => (isToolUIPart(part) ? map(part) : part)) };
}

/** The call as cancelled by the person: an approval is rejected, an execution fails with the seeds' sentence. */
export function cancelCall(part: AnyToolPart): AnyToolPart {
  if (part.state === "approval-requested") {
    return {
      ...part,
      state: "approval-responded",
      approval: { ...part.approval, approved: false, reason: MOVED_ON_REASON },
    } as AnyToolPart;
  }
  return { ...part, state: "output-error", input: part.input, output: undefined, errorText: CANCELLED } as AnyToolPart;
}

/** The messages with every open call of the last step cancelled, for a question that is sent instead of answers. */
export function cancelOpenCalls(messages: UIMessage[]): UIMessage[] {
  const open = new Set(openCalls(messages).map((part) => part.toolCallId));
  const last = messages.at(-1);
  if (!last || open.size === 0) return messages;
  return [...messages.slice(0, -1), mapTools(last, (part) => (open.has(part.toolCallId) ? cancelCall(part) : part))];
}

/**
 * Rejections in earlier messages as the outcomes that they are by now. `useChat` takes an answered approval for one that
 * still has to be sent, wherever it stands.
 */
export function denyEarlier(messages: UIMessage[]): UIMessage[] {
  const isStale = (part: UIMessage["parts"][number]): part is AnyToolPart =>
    isToolUIPart(part) && part.state === "approval-responded" && !part.approval.approved;
  return messages.map((message, index) =>
    index < messages.length - 1 && message.parts.some(isStale)
      ? mapTools(message, (part) => (isStale(part) ? ({ ...part, state: "output-denied" } as AnyToolPart) : part))
      : message,
  );
}

/**
 * The server's history with the answers that only this page knows so far: those to calls for which the server still
 * waits, such as the first decision of two. Everything else is the server's word.
 */
export function keepAnswers(server: UIMessage[], local: UIMessage[], waiting: WaitingCall[]): UIMessage[] {
  const last = server.at(-1);
  if (!last || waiting.length === 0) return server;
  const names = new Map(waiting.map((call) => [call.callId, call.toolName]));
  const kept = new Map<string, AnyToolPart>();
  for (const part of lastStepTools(server)) {
    const known = findCall(local, part.toolCallId);
    if (!known || !isAnswered(known) || isSettled(part)) continue;
    if (names.get(part.toolCallId) === getToolName(known)) kept.set(part.toolCallId, known);
  }
  if (kept.size === 0) return server;
  return [...server.slice(0, -1), mapTools(last, (part) => kept.get(part.toolCallId) ?? part)];
}
