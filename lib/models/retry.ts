import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
  LanguageModelV4StreamResult,
} from "@ai-sdk/provider";
import { isRetryable, retryDelay } from "./retryable";
import { sleep } from "./sleep";

export interface RetryOptions {
  /** Further tries after the first. Default 2. */
  maxRetries?: number;
  /** Ends waiting and trying at once. Default: the call's own `abortSignal`. */
  signal?: AbortSignal;
  /** Milliseconds before the first retry when the server does not say; doubles with each. Default 500. */
  initialDelayMs?: number;
  /** Milliseconds. A server that asks for a longer wait is not asked again. Default 30 000. */
  maxDelayMs?: number;
  /** Told before each wait. */
  onRetry?: (retry: { attempt: number; delayMs: number; error: unknown }) => void;
}

type Part = LanguageModelV4StreamPart;

/**
 * Streams a model's answer and tries again while nothing of it has arrived: for a passing failure of the request, and for
 * one that the provider reports inside the stream before the first content. From the first content on everything passes
 * unchanged, errors too, because a second try would repeat what has been seen.
 * @throws the last failure, always an Error, when no try reached any content; the signal's reason when aborted.
 */
export async function streamWithRetry(
  model: Pick<LanguageModelV4, "doStream">,
  options: LanguageModelV4CallOptions,
  retry: RetryOptions = {},
): Promise<ReadableStream<Part>> {
  return (await resultWithRetry(model, options, retry)).stream;
}

/** The same model, with both ways of calling it retried as {@link streamWithRetry} does. */
export function withRetry(model: LanguageModelV4, retry: RetryOptions = {}): LanguageModelV4 {
  return {
    specificationVersion: "v4",
    provider: model.provider,
    modelId: model.modelId,
    get supportedUrls() {
      return model.supportedUrls;
    },
    doStream: (options) => resultWithRetry(model, options, retry),
    doGenerate: (options) =>
      attempts(() => model.doGenerate(options), { ...retry, signal: retry.signal ?? options.abortSignal }),
  };
}

function resultWithRetry(
  model: Pick<LanguageModelV4, "doStream">,
  options: LanguageModelV4CallOptions,
  retry: RetryOptions,
): Promise<LanguageModelV4StreamResult> {
  const signal = retry.signal ?? options.abortSignal;
  return attempts(
    async () => {
      const result = await model.doStream({ ...options, abortSignal: signal });
      return { ...result, stream: await untilContent(result.stream) };
    },
    { ...retry, signal },
  );
}

async function attempts<T>(attempt: () => PromiseLike<T>, options: RetryOptions): Promise<T> {
  const { maxRetries = 2, signal, initialDelayMs = 500, maxDelayMs = 30_000, onRetry } = options;
  for (let retries = 0; ; retries++) {
    try {
      return await attempt();
    } catch (error) {
      signal?.throwIfAborted();
      if (retries >= maxRetries || !isRetryable(error)) throw toError(error);
      const delayMs = retryDelay(error, { attempt: retries, initialDelayMs, maxDelayMs });
      if (delayMs === null) throw toError(error);
      onRetry?.({ attempt: retries + 1, delayMs, error });
      await sleep(delayMs, signal);
    }
  }
}

/**
 * Reads up to the first content and gives the whole stream back.
 * @throws what the stream reports instead of content.
 */
async function untilContent(stream: ReadableStream<Part>): Promise<ReadableStream<Part>> {
  const reader = stream.getReader();
  const held: Part[] = [];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) throw new EmptyAnswerError();
      if (value.type === "error") throw value.error;
      if (value.type === "finish" && value.finishReason.unified === "interrupted") throw new EmptyAnswerError();
      held.push(value);
      if (isContent(value)) return replay(held, reader);
    }
  } catch (error) {
    // The connection of a try that is given up is closed; how it takes that is of no interest.
    reader.cancel(error).catch(() => {});
    throw error;
  }
}

/**
 * Whether a part says anything yet. A block of text or reasoning that has only been opened does not; nor do custom parts,
 * with which Anthropic announces that a message starts.
 */
function isContent(part: Part): boolean {
  switch (part.type) {
    case "stream-start":
    case "response-metadata":
    case "raw":
    case "ping":
    case "custom":
    case "text-start":
    case "reasoning-start":
      return false;
    default:
      return true;
  }
}

function replay(held: Part[], reader: ReadableStreamDefaultReader<Part>): ReadableStream<Part> {
  return new ReadableStream<Part>({
    start(controller) {
      for (const part of held) controller.enqueue(part);
    },
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** The provider's stream ended before it said anything. */
class EmptyAnswerError extends Error {
  readonly isRetryable = true;
  constructor() {
    super("The model's answer ended before it began.");
    this.name = "EmptyAnswerError";
  }
}

/** Providers report failures inside a stream as plain objects. */
function toError(error: unknown): Error {
  if (error instanceof Error) return error;
  const message = typeof error === "object" && error !== null && "message" in error ? error.message : error;
  return new Error(
    `The model's provider reported: ${typeof message === "string" ? message : JSON.stringify(message)}`,
    {
      cause: error,
    },
  );
}
