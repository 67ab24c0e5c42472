import { DefaultChatTransport, type UIMessage, type UIMessageChunk } from "ai";
import { lastStepTools } from "@/lib/browser-tools/last-step";
import { chosenModel } from "../thread-api/chosen-model";
import type { Fetch } from "../thread-api/request";

/** The response ended without its final frame: the connection broke, and the run may well go on. */
export class StreamCutError extends Error {
  constructor() {
    super("The answer broke off.");
    this.name = "StreamCutError";
  }
}

/**
 * The messages that a request carries: the last one. A question also brings the assistant message before it when that
 * one ends on tool calls, because their answers may be new to the server ("Cancel and send").
 */
export function messagesToPost(messages: UIMessage[]): UIMessage[] {
  const last = messages.at(-1);
  if (!last) return [];
  const before = messages.at(-2);
  const answers = last.role === "user" && before !== undefined && lastStepTools([before]).length > 0;
  return answers ? [before, last] : [last];
}

/** Passes a stream on and errors it when it ends without `finish`, `error` or `abort`. */
export function watchEnd(stream: ReadableStream<UIMessageChunk>): ReadableStream<UIMessageChunk> {
  let ended = false;
  return stream.pipeThrough(
    new TransformStream<UIMessageChunk, UIMessageChunk>({
      transform(chunk, controller) {
        if (chunk.type === "finish" || chunk.type === "error" || chunk.type === "abort") ended = true;
        controller.enqueue(chunk);
      },
      flush(controller) {
        if (!ended) controller.error(new StreamCutError());
      },
    }),
  );
}

/** The AI SDK's transport on our endpoint, which keeps the history itself and therefore needs only what is new. */
export class ThreadTransport extends DefaultChatTransport<UIMessage> {
  /** @param onStream told about every response that carries a stream */
  constructor(
    fetchPage: Fetch,
    private readonly onStream: () => void = () => undefined,
  ) {
    super({
      api: "/api/chat",
      fetch: fetchPage,
      prepareSendMessagesRequest: ({ id, messages, trigger, messageId }) => ({
        body: { id, messages: messagesToPost(messages), trigger, messageId, model: chosenModel(id) },
      }),
    });
  }

  protected override processResponseStream(stream: ReadableStream<Uint8Array<ArrayBufferLike>>) {
    this.onStream();
    return watchEnd(super.processResponseStream(stream));
  }
}
