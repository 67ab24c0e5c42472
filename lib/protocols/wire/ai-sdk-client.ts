import { readUIMessageStream } from "ai";
import type { ApprovalDecision } from "../../agent/events";
import { isErrorOutcome, outcomeText, type ToolOutcome } from "../../agent/messages";
import type { ChatChunk, ChatMessage, ChatPart } from "../ai-sdk/chat-message";

/** A call's answer as the client that gave it has it. */
export type GivenAnswer = ApprovalDecision | ToolOutcome;

/** The assistant message that `useChat` holds after a response, made by the AI SDK's own reader. */
export async function receiveChunks(held: ChatMessage | null, chunks: ChatChunk[]): Promise<ChatMessage | null> {
  const stream = new ReadableStream<ChatChunk>({
    start(controller) {
      for (const chunk of joinDeltas(chunks)) controller.enqueue(chunk);
      controller.close();
    },
  });
  let message = held;
  const messages = readUIMessageStream<ChatMessage>({
    stream,
    ...(held && { message: held }),
    // An error frame is part of what a client may receive.
    onError: () => undefined,
  });
  for await (const next of messages) message = next;
  return message;
}

/** Fewer chunks for the same message: the reader copies all of it for each. */
function joinDeltas(chunks: ChatChunk[]): ChatChunk[] {
  const joined: ChatChunk[] = [];
  for (const chunk of chunks) {
    const last = joined.at(-1);
    if (chunk.type === "text-delta" && last?.type === "text-delta" && chunk.id === last.id)
      joined[joined.length - 1] = { ...last, delta: last.delta + chunk.delta };
    else joined.push(chunk);
  }
  return joined;
}

/** The same message once the client has added its answers to it, as it posts it. */
export function withAnswers(message: ChatMessage, answers: ReadonlyMap<string, GivenAnswer>): ChatMessage {
  const parts = message.parts.map((part) => {
    const answer = "toolCallId" in part ? answers.get(part.toolCallId) : undefined;
    return answer ? ({ ...part, ...answerFields(answer, part) } as ChatPart) : part;
  });
  return { ...message, parts };
}

function answerFields(answer: GivenAnswer, part: object): object {
  if ("approved" in answer) {
    const { approved, reason } = answer;
    const asked = "approval" in part && typeof part.approval === "object" ? part.approval : null;
    return { state: "approval-responded", approval: { ...asked, approved, ...(reason && { reason }) } };
  }
  if (isErrorOutcome(answer)) return { state: "output-error", errorText: outcomeText(answer) };
  return { state: "output-available", output: answer.type === "result" ? (answer.value ?? null) : null };
}
