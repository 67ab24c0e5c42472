import { afterEach, describe, expect, it, vi } from "vitest";
import { dataFrames, dataFramesThenDone, HEARTBEAT_MS, numberedFrames, type SseOptions, sseResponse } from "./sse";

const decoder = new TextDecoder();

/** An iterable that is fed by hand and remembers how it was used. */
class Feed<Item> implements AsyncIterableIterator<Item> {
  taken = 0;
  returned = 0;
  private ready: IteratorResult<Item>[] = [];
  private waiting: { resolve(result: IteratorResult<Item>): void; reject(error: unknown): void } | null = null;

  [Symbol.asyncIterator]() {
    return this;
  }
  push(...items: Item[]) {
    for (const value of items) this.settle({ value, done: false });
  }
  close() {
    this.settle({ value: undefined, done: true });
  }
  fail(error: unknown) {
    this.waiting?.reject(error);
  }
  next(): Promise<IteratorResult<Item>> {
    this.taken++;
    const ready = this.ready.shift();
    if (ready) return Promise.resolve(ready);
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
    });
  }
  return(): Promise<IteratorResult<Item>> {
    this.returned++;
    return Promise.resolve({ value: undefined, done: true });
  }
  private settle(result: IteratorResult<Item>) {
    if (!this.waiting) this.ready.push(result);
    else {
      this.waiting.resolve(result);
      this.waiting = null;
    }
  }
}

async function* list<Item>(...items: Item[]) {
  yield* items;
}

function read<Item>(items: AsyncIterable<Item>, options: SseOptions<Item>) {
  const response = sseResponse(items, options);
  return { response, reader: response.body!.getReader() };
}

async function chunk(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string | null> {
  const { done, value } = await reader.read();
  return done ? null : decoder.decode(value, { stream: true });
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

afterEach(() => {
  vi.useRealTimers();
});

describe("an event stream", () => {
  it("tells proxies to let it through", () => {
    const { headers } = sseResponse(list(), { format: dataFrames, headers: { "x-protocol": "v1" } });
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-cache, no-transform",
      "x-accel-buffering": "no",
      connection: "keep-alive",
      "x-protocol": "v1",
    });
  });

  it("frames each item as one line of JSON with LF only", async () => {
    const items = list<unknown>({ text: "a\r\nb\u2028c" }, "zwei\n\nTeile", "\ud800");
    const text = await sseResponse(items, { format: dataFrames }).text();
    expect(text).toBe('data: {"text":"a\\r\\nb\u2028c"}\n\ndata: "zwei\\n\\nTeile"\n\ndata: "\\ud800"\n\n');
    expect(text).not.toContain("\r");
  });

  it("closes with [DONE] only where the protocol wants it", async () => {
    expect(await sseResponse(list(1), { format: dataFramesThenDone }).text()).toBe("data: 1\n\ndata: [DONE]\n\n");
    expect(await sseResponse(list(1), { format: dataFrames }).text()).toBe("data: 1\n\n");
  });

  it("numbers its frames for a reader that reconnects", async () => {
    const items = list<{ number?: number; type: string }>({ number: 7, type: "x" }, { type: "stream-error" });
    const text = await sseResponse(items, { format: numberedFrames }).text();
    expect(text).toBe('id: 7\ndata: {"number":7,"type":"x"}\n\ndata: {"type":"stream-error"}\n\n');
  });

  it("keeps multi-byte text whole", async () => {
    const words = ["日本語", "👩‍👩‍👧", "e\u0301", "\u{10ffff}"];
    const text = await sseResponse(list(...words), { format: dataFrames }).text();
    expect(text).toBe(words.map((word) => `data: ${JSON.stringify(word)}\n\n`).join(""));
  });

  it("sends what is ready at the same time in one chunk and later items in later ones", async () => {
    const feed = new Feed<number>();
    const { reader } = read(feed, { format: dataFrames });
    const first = chunk(reader);
    feed.push(1, 2, 3);
    expect(await first).toBe("data: 1\n\ndata: 2\n\ndata: 3\n\n");
    const second = chunk(reader);
    feed.push(4);
    expect(await second).toBe("data: 4\n\n");
    feed.close();
    expect(await chunk(reader)).toBeNull();
  });

  it("takes nothing before somebody reads", async () => {
    const feed = new Feed<number>();
    sseResponse(feed, { format: dataFrames });
    await turn();
    expect(feed.taken).toBe(0);
  });

  it("stops taking items while the reader does not read, and goes on when it does", async () => {
    let made = 0;
    async function* endless() {
      for (;;) yield `${made++}`.padEnd(1000, ".");
    }
    const { reader } = read(endless(), { format: dataFrames });
    await chunk(reader);
    for (let i = 0; i < 5; i++) await turn();
    const before = made;
    expect(before).toBeLessThan(50);
    for (let i = 0; i < 5; i++) await turn();
    expect(made).toBe(before);
    await chunk(reader);
    await chunk(reader);
    expect(made).toBeGreaterThan(before);
    await reader.cancel();
  });

  it("comes out complete and in order at any speed of the reader", async () => {
    async function* slowly() {
      for (let i = 0; i < 500; i++) {
        if (i % 7 === 0) await turn();
        yield i;
      }
    }
    const { reader } = read(slowly(), { format: dataFramesThenDone });
    let text = "";
    for (let part = await chunk(reader), i = 0; part !== null; part = await chunk(reader), i++) {
      if (i % 3 === 0) await turn();
      text += part;
    }
    const wanted = Array.from({ length: 500 }, (_, i) => `data: ${i}\n\n`).join("");
    expect(text).toBe(`${wanted}data: [DONE]\n\n`);
  });

  it("sends a comment after fifteen seconds of silence, and again", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const feed = new Feed<number>();
    const { reader } = read(feed, { format: dataFrames });
    for (const _ of [1, 2]) {
      const silent = chunk(reader);
      await vi.advanceTimersByTimeAsync(HEARTBEAT_MS);
      expect(await silent).toBe(":\n\n");
    }
    const spoken = chunk(reader);
    await vi.advanceTimersByTimeAsync(HEARTBEAT_MS - 1);
    feed.push(1);
    expect(await spoken).toBe("data: 1\n\n");
    const next = chunk(reader);
    await vi.advanceTimersByTimeAsync(HEARTBEAT_MS - 1);
    feed.push(2);
    expect(await next).toBe("data: 2\n\n");
    feed.close();
    expect(await chunk(reader)).toBeNull();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("keeps no timer once the reader has left", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { reader } = read(new Feed<number>(), { format: dataFrames });
    void chunk(reader);
    await turn();
    expect(vi.getTimerCount()).toBe(1);
    await reader.cancel();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("returns its iterator once when the client leaves and its request is aborted", async () => {
    const feed = new Feed<number>();
    const abort = new AbortController();
    const { reader } = read(feed, { format: dataFrames, signal: abort.signal });
    feed.push(1);
    await chunk(reader);
    const waiting = chunk(reader);
    abort.abort();
    expect(await waiting).toBeNull();
    await reader.cancel();
    feed.push(2);
    await turn();
    expect(feed.returned).toBe(1);
    expect(feed.taken).toBe(2);
  });

  it("returns its iterator once when only the stream is cancelled, also with unread items", async () => {
    const feed = new Feed<number>();
    const { reader } = read(feed, { format: dataFrames });
    feed.push(1);
    await chunk(reader);
    feed.push(2);
    await turn();
    await reader.cancel();
    expect(feed.returned).toBe(1);
  });

  it("never starts for a request that is already aborted", async () => {
    const feed = new Feed<number>();
    const { reader } = read(feed, { format: dataFrames, signal: AbortSignal.abort() });
    expect(await chunk(reader)).toBeNull();
    expect(feed).toMatchObject({ taken: 0, returned: 1 });
  });

  it("does not return an iterator that came to its end", async () => {
    const feed = new Feed<number>();
    const abort = new AbortController();
    const { reader } = read(feed, { format: dataFrames, signal: abort.signal });
    feed.push(1);
    feed.close();
    await chunk(reader);
    await chunk(reader);
    abort.abort();
    await reader.cancel();
    expect(feed.returned).toBe(0);
  });

  it("ends without its closing frame, and says so in the log, when the iterator throws", async () => {
    const lines: string[] = [];
    const feed = new Feed<number>();
    const options = { format: dataFramesThenDone, requestId: "req_9", log: (line: string) => lines.push(line) };
    const { reader } = read(feed, options);
    feed.push(1);
    expect(await chunk(reader)).toBe("data: 1\n\n");
    const end = chunk(reader);
    await turn();
    feed.fail(new Error("lost the log"));
    expect(await end).toBeNull();
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0]!)).toMatchObject({ requestId: "req_9", error: { message: "lost the log" } });
  });

  it("survives an item that cannot be encoded and an iterator that fails to return", async () => {
    const lines: string[] = [];
    const log = (line: string) => void lines.push(line);
    expect(await sseResponse(list<unknown>(1, 2n), { format: dataFrames, log }).text()).toBe("data: 1\n\n");
    const stubborn: AsyncIterable<number> = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise(() => {}),
        return: () => Promise.reject(new Error("will not stop")),
      }),
    };
    const { reader } = read(stubborn, { format: dataFrames, log });
    void chunk(reader);
    await reader.cancel();
    await turn();
    expect(lines).toHaveLength(2);
  });
});
