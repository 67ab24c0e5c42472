import { type LogSink, logError, logToStderr } from "./log";

/** Silence after which a comment goes out, so that no proxy takes the connection for dead. */
export const HEARTBEAT_MS = 15_000;
/** Characters gathered before the next ones wait for the reader. */
const BUFFER_LIMIT = 16_384;
const HEARTBEAT_FRAME = ":\n\n";

/** How items of a protocol become server-sent events. Every frame ends with an empty line, LF only. */
export interface SseFormat<Item> {
  frame(item: Item): string;
  /** Sent after the last item. */
  end?: string;
}

/** `data:` frames and nothing else (AG-UI). */
export const dataFrames: SseFormat<unknown> = { frame: dataFrame };
/** `data:` frames, closed by the line that the AI SDK's transport expects. */
export const dataFramesThenDone: SseFormat<unknown> = { frame: dataFrame, end: "data: [DONE]\n\n" };
/** `data:` frames whose `id:` is the item's number, if it has one: a reader that reconnects says how far it came. */
export const numberedFrames: SseFormat<{ type: string; number?: number }> = {
  frame: (item) => (item.number === undefined ? dataFrame(item) : `id: ${item.number}\n${dataFrame(item)}`),
};

// JSON.stringify escapes every line break and every lone surrogate, so one line of data is always enough.
function dataFrame(item: unknown): string {
  return `data: ${JSON.stringify(item)}\n\n`;
}

export interface SseOptions<Item> {
  format: SseFormat<Item>;
  headers?: Record<string, string>;
  /** The request's signal: its abort ends the reading. */
  signal?: AbortSignal;
  requestId?: string;
  log?: LogSink;
}

/**
 * A response that reads `items` and sends them as they come. It is only a reader: when the client leaves, the
 * iterator's `return()` is called once and whatever produces the items goes on.
 *
 * An adapter turns failures into frames of its protocol; an iterator that throws all the same is logged, and the
 * stream ends without its closing frame, which clients take for a cut connection.
 */
export function sseResponse<Item>(items: AsyncIterable<Item>, options: SseOptions<Item>): Response {
  const reader = new FrameReader(items, options);
  const stream = new ReadableStream<Uint8Array>(
    { pull: (controller) => reader.pull(controller), cancel: () => reader.leave() },
    // Nothing is read ahead by the stream itself: FrameReader bounds what waits.
    { highWaterMark: 0 },
  );
  return new Response(stream, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-cache, no-transform",
      connection: "keep-alive",
      "x-accel-buffering": "no",
      ...options.headers,
    },
  });
}

/**
 * Joins two clocks: items are taken as they become ready, chunks are handed out when the reader asks. Everything that
 * becomes ready in one turn of the event loop leaves in one chunk; with fifty streams on one thread the number of
 * chunks is what costs.
 */
class FrameReader<Item> {
  private readonly iterator: AsyncIterator<Item>;
  private readonly encoder = new TextEncoder();
  private buffer = "";
  private state: "idle" | "reading" | "ended" | "left" = "idle";
  /** The reader's open request for a chunk. */
  private asked: { controller: ReadableStreamDefaultController<Uint8Array>; answer: () => void } | null = null;
  private resume: (() => void) | null = null;
  private flushing = false;
  private heartbeat: ReturnType<typeof setTimeout> | undefined;

  constructor(
    items: AsyncIterable<Item>,
    private readonly options: SseOptions<Item>,
  ) {
    this.iterator = items[Symbol.asyncIterator]();
    if (options.signal?.aborted) this.leave();
    else options.signal?.addEventListener("abort", this.leave, { once: true });
  }

  pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    return new Promise((answer) => {
      this.asked = { controller, answer };
      if (this.state === "idle") {
        this.state = "reading";
        this.heartbeat = setTimeout(this.beat, HEARTBEAT_MS);
        void this.read();
      } else {
        this.flush();
      }
    });
  }

  /** The client has gone, or its request was aborted. */
  leave = (): void => {
    if (this.state === "left" || this.state === "ended") return;
    this.finish("left");
    this.buffer = "";
    // Not awaited: a generator that is waiting for its source returns only after that.
    void Promise.resolve(this.iterator.return?.()).catch((error: unknown) => this.report(error));
    this.flush();
  };

  private async read(): Promise<void> {
    try {
      for (;;) {
        const next = await this.iterator.next();
        if (this.state !== "reading") return;
        if (next.done) break;
        this.buffer += this.options.format.frame(next.value);
        this.flushSoon();
        if (this.buffer.length >= BUFFER_LIMIT) await new Promise<void>((resolve) => (this.resume = resolve));
      }
      this.buffer += this.options.format.end ?? "";
    } catch (error) {
      this.report(error);
    }
    if (this.state !== "reading") return;
    this.finish("ended");
    this.flush();
  }

  /** Lets everything that is ready in this turn of the event loop join the chunk. */
  private flushSoon(): void {
    if (this.flushing) return;
    this.flushing = true;
    setImmediate(() => {
      this.flushing = false;
      this.flush();
    });
  }

  private flush(): void {
    if (!this.asked) return;
    if (this.buffer) {
      const chunk = this.encoder.encode(this.buffer);
      this.buffer = "";
      this.heartbeat?.refresh();
      this.answer(chunk);
      this.resume?.();
      this.resume = null;
    } else if (this.state === "ended" || this.state === "left") {
      this.answer(null);
    }
  }

  private answer(chunk: Uint8Array | null): void {
    const asked = this.asked;
    this.asked = null;
    if (!asked) return;
    try {
      if (chunk) asked.controller.enqueue(chunk);
      else asked.controller.close();
    } catch {
      // Cancelled in the same instant: nobody reads any more.
    }
    asked.answer();
  }

  private beat = (): void => {
    if (this.state !== "reading") return;
    this.heartbeat?.refresh();
    // A reader that has not asked has unread bytes before it: silence is not its trouble.
    if (this.asked && !this.buffer) this.answer(this.encoder.encode(HEARTBEAT_FRAME));
  };

  private finish(state: "ended" | "left"): void {
    this.state = state;
    clearTimeout(this.heartbeat);
    this.options.signal?.removeEventListener("abort", this.leave);
    this.resume?.();
    this.resume = null;
  }

  private report(error: unknown): void {
    const { requestId, log = logToStderr } = this.options;
    logError(log, "event stream failed", error, requestId ? { requestId } : {});
  }
}
