import type { UIMessage, UIMessageChunk } from "ai";

/** The frames that open and close a response of the run whose answer is `a1`. */
export const start: UIMessageChunk = { type: "start", messageId: "a1" };
export const finish: UIMessageChunk = { type: "finish" };

export function step(...chunks: UIMessageChunk[]): UIMessageChunk[] {
  return [{ type: "start-step" }, ...chunks, { type: "finish-step" }];
}

/** The frames of one step with a text. */
export function textStep(text: string, id = "t"): UIMessageChunk[] {
  return step({ type: "text-start", id }, { type: "text-delta", id, delta: text }, { type: "text-end", id });
}

/** A call that is handed to this page. */
export function call(toolCallId: string, toolName: string, input: object = {}): UIMessageChunk {
  return { type: "tool-input-available", toolCallId, toolName, input };
}

/** A call that a person has to approve. */
export function approval(toolCallId: string, toolName: string): UIMessageChunk[] {
  return [
    { type: "tool-input-start", toolCallId, toolName },
    { type: "tool-input-delta", toolCallId, inputTextDelta: "{}" },
    { type: "tool-approval-request", approvalId: toolCallId, toolCallId, reason: "Above 100." },
  ];
}

/** The conversation's texts, a bar between messages. */
export function texts(messages: UIMessage[]): string {
  return messages
    .map((message) => message.parts.map((part) => (part.type === "text" ? part.text : "")).join(""))
    .join("|");
}

/** State by call id. */
export function states(messages: UIMessage[]): Record<string, string> {
  const parts = messages.flatMap((message) => message.parts);
  return Object.fromEntries(parts.flatMap((part) => ("toolCallId" in part ? [[part.toolCallId, part.state]] : [])));
}
