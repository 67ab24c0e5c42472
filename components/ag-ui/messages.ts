import type { Message } from "@ag-ui/client";

type ToolCall = NonNullable<Extract<Message, { role: "assistant" }>["toolCalls"]>[number];
type ToolMessage = Extract<Message, { role: "tool" }>;

/** Arguments as a value; `undefined` while they are incomplete. */
export function parseArguments(text: string): unknown {
  try {
    return text === "" ? {} : JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function findCall(messages: readonly Message[], callId: string): ToolCall | undefined {
  for (const message of messages) {
    const calls = message.role === "assistant" ? (message.toolCalls ?? []) : [];
    const call = calls.find((each) => each.id === callId);
    if (call) return call;
  }
  return undefined;
}

export function findResult(messages: readonly Message[], callId: string): ToolMessage | undefined {
  return messages.find((message): message is ToolMessage => message.role === "tool" && message.toolCallId === callId);
}

/** The text of a message's content, without its files. */
export function contentText(content: Message["content"] | undefined): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.flatMap((part) => (part.type === "text" ? part.text : [])).join("\n");
}

/** The conversation up to its last question: what is sent to repeat that question. */
export function upToLastQuestion(messages: readonly Message[]): Message[] {
  return messages.slice(0, messages.findLastIndex((message) => message.role === "user") + 1);
}

/** What comes before a page of messages, in a list that has its first one. */
export function olderThan(page: readonly Message[], list: readonly Message[]): Message[] {
  const start = list.findIndex((message) => message.id === page[0]?.id);
  return list.slice(0, Math.max(0, start));
}
