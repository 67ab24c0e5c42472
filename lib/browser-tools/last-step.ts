import { isToolUIPart, type UIMessage } from "ai";

type ToolPart = Extract<UIMessage["parts"][number], { toolCallId: string }>;

/** Tool parts of the newest step, if the newest message is an assistant's. */
export function lastStepTools(messages: readonly UIMessage[]): ToolPart[] {
  const last = messages.at(-1);
  if (last?.role !== "assistant") return [];
  return last.parts.slice(lastStepStart(last) + 1).filter(isToolUIPart);
}

/**
 * Whether the newest step has all its answers, so that the message should be posted: no decision is missing, and either
 * one was just taken or every call has an outcome. Earlier steps keep their settled parts for ever and do not count.
 */
export function lastStepIsSettled({ messages }: { messages: readonly UIMessage[] }): boolean {
  const tools = lastStepTools(messages);
  if (tools.length === 0 || tools.some((part) => part.state === "approval-requested")) return false;
  if (tools.some((part) => part.state === "approval-responded")) return true;
  return tools.every((part) => SETTLED.has(part.state));
}

/**
 * {@link lastStepIsSettled} for `sendAutomaticallyWhen` of one chat, with a memory: the same answers are never posted
 * twice by themselves. A response that added nothing to the message leaves it settled, and without the memory the client
 * would post it again and again. A person's retry goes through `sendMessage()`, which asks no predicate.
 */
export function createAutomaticSend(): (chat: { messages: readonly UIMessage[] }) => boolean {
  let sent: string | null = null;
  return ({ messages }) => {
    if (!lastStepIsSettled({ messages })) return false;
    const answers = fingerprint(messages);
    if (answers === sent) return false;
    sent = answers;
    return true;
  };
}

const SETTLED = new Set<string>(["output-available", "output-error", "output-denied"] satisfies ToolPart["state"][]);

function lastStepStart(message: UIMessage): number {
  return message.parts.findLastIndex((part) => part.type === "step-start");
}

function fingerprint(messages: readonly UIMessage[]): string {
  const last = messages.at(-1);
  const states = lastStepTools(messages).map((part) => [part.toolCallId, part.state]);
  return JSON.stringify([last?.id, last && lastStepStart(last), states]);
}
