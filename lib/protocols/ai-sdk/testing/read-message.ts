import { readUIMessageStream, type UIMessage, type UIMessageChunk, uiMessageChunkSchema } from "ai";
import type { ChatChunk, ChatMessage } from "../chat-message";

/**
 * What the AI SDK's client makes of these chunks, on top of the message it already has.
 * @throws where the client would: a chunk against its schema, a delta without a start, a call that it does not have
 */
export async function readMessage(chunks: ChatChunk[], message?: UIMessage): Promise<ChatMessage> {
  for (const chunk of chunks) await checkChunk(chunk);
  const stream = new ReadableStream<UIMessageChunk>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(structuredClone(chunk));
      controller.close();
    },
  });
  const said = new Set(chunks.flatMap((chunk) => (chunk.type === "error" ? [chunk.errorText] : [])));
  const errors: unknown[] = [];
  let last: UIMessage | undefined;
  const states = readUIMessageStream({
    stream,
    ...(message && { message: structuredClone(message) }),
    onError: (error) => errors.push(error),
  });
  for await (const state of states) last = state;
  const fatal = errors.find((error) => !said.has((error as Error).message));
  if (fatal) throw fatal;
  if (!last) throw new Error("The client has not updated its message.");
  return last as ChatMessage;
}

/** @throws when the chunk is against the AI SDK's own schema */
export async function checkChunk(chunk: ChatChunk): Promise<void> {
  const { validate } = uiMessageChunkSchema();
  const result = await validate?.(JSON.parse(JSON.stringify(chunk)));
  if (!result?.success) throw new Error(`Not a chunk of the AI SDK: ${JSON.stringify(chunk)}`);
}

type ToolPart = Extract<ChatMessage["parts"][number], { toolCallId: string }>;

/**
 * A message as it reads, without what its way to the client leaves in it: stream leftovers, and whether a waiting
 * frontend call is shown by the page that runs it or by another.
 */
export function readable(message: UIMessage, waiting: ReadonlySet<string> = new Set()): unknown {
  const parts = message.parts.map((part) => {
    if (part.type === "reasoning") return { type: part.type, text: part.text, state: part.state };
    if (!("toolCallId" in part)) return part;
    const { rawInput: _, approval, ...tool } = part as ToolPart & { rawInput?: unknown };
    const state = waiting.has(part.toolCallId) && tool.state === "input-streaming" ? "input-available" : tool.state;
    const keepsApproval = !state.startsWith("input-") && (state !== "output-error" || approval?.approved === true);
    return { ...tool, state, ...(keepsApproval && approval && { approval }) };
  });
  return JSON.parse(JSON.stringify({ ...message, parts }));
}
