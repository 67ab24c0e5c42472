import {
  APICallError,
  InvalidResponseDataError,
  type LanguageModelV4CallOptions,
  type LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import { describe, expect, it, vi } from "vitest";
import { createDemoModel } from "./demo/model";
import { type RetryOptions, streamWithRetry, withRetry } from "./retry";
import { ask } from "./testing/demo-prompt";
import { readParts } from "./testing/read-stream";

type Part = LanguageModelV4StreamPart;
/** One try: parts to stream, an error to reject the call with, or parts followed by an error of the stream itself. */
type Try = Part[] | { rejects: unknown } | { parts: Part[]; breaks: unknown };

const prompt = ask("hello");
const start: Part = { type: "stream-start", warnings: [] };
const open: Part = { type: "text-start", id: "t" };
const word: Part = { type: "text-delta", id: "t", delta: "Hi" };
const close: Part = { type: "text-end", id: "t" };
const finish = (unified: "stop" | "error" | "interrupted"): Part => ({
  type: "finish",
  finishReason: { unified, raw: undefined },
  usage: {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  },
});
const answer = [start, open, word, close, finish("stop")];
const soon: RetryOptions = { initialDelayMs: 1 };

function limited(headers: Record<string, string> = {}, statusCode = 429): APICallError {
  return new APICallError({
    message: `status ${statusCode}`,
    url: "",
    requestBodyValues: {},
    statusCode,
    responseHeaders: headers,
  });
}

/** A model that goes through `tries`, one per call. */
function script(...tries: Try[]) {
  const cancelled: unknown[] = [];
  const signals: (AbortSignal | undefined)[] = [];
  let calls = 0;
  return {
    cancelled,
    signals,
    get calls() {
      return calls;
    },
    async doStream(options: LanguageModelV4CallOptions) {
      const next = tries[calls++];
      signals.push(options.abortSignal);
      if (!next) throw new Error(`call ${calls} was not expected`);
      if ("rejects" in next) throw next.rejects;
      const parts = [...("parts" in next ? next.parts : next)];
      const stream = new ReadableStream<Part>({
        pull(controller) {
          const part = parts.shift();
          if (part) controller.enqueue(part);
          else if ("breaks" in next) controller.error(next.breaks);
          else controller.close();
        },
        cancel: (reason) => void cancelled.push(reason),
      });
      return { stream };
    },
  };
}

async function read(model: ReturnType<typeof script>, retry = soon): Promise<Part[]> {
  return readParts(await streamWithRetry(model, { prompt }, retry));
}

describe("before the first content", () => {
  it("passes an answer unchanged, without a second call", async () => {
    const model = script(answer);
    expect(await read(model)).toEqual(answer);
    expect(model.calls).toBe(1);
  });

  it.each<[string, Try]>([
    ["a rate limit", { rejects: limited() }],
    ["a failing server", { rejects: limited({}, 503) }],
    ["a connection that is refused", { rejects: Object.assign(new Error("connect"), { code: "ECONNREFUSED" }) }],
    [
      "a connection that breaks",
      { parts: [start], breaks: Object.assign(new TypeError("terminated"), { cause: { code: "UND_ERR_SOCKET" } }) },
    ],
    ["an error as first part", [start, { type: "error", error: limited() }, finish("error")]],
    [
      "an error of the provider's own shape",
      [start, { type: "error", error: { type: "overloaded_error", message: "busy" } }],
    ],
    ["an error after a block that only opened", [start, open, { type: "error", error: limited() }]],
    ["an answer that ends before it begins", [start, finish("interrupted")]],
    ["an answer without an end", [start]],
    [
      "an end that the provider package takes for invalid data",
      [start, { type: "error", error: new InvalidResponseDataError({ data: 1 }) }],
    ],
  ])("tries again after %s", async (_name, failure) => {
    const model = script(failure, answer);
    expect(await read(model)).toEqual(answer);
    expect(model.calls).toBe(2);
  });

  it("closes the stream of a try that it gives up", async () => {
    const model = script([start, { type: "error", error: limited() }, finish("error")], answer);
    await read(model);
    expect(model.cancelled).toHaveLength(1);
  });

  it.each<[string, unknown]>([
    ["a wrong key", limited({}, 401)],
    ["a malformed request", limited({}, 400)],
    ["a used-up quota", { type: "rate_limit_error", code: "insufficient_quota", message: "You exceeded your quota" }],
    ["what is not known to pass", new Error("odd")],
  ])("does not try again after %s", async (_name, error) => {
    for (const failure of [{ rejects: error }, [start, { type: "error" as const, error }]]) {
      const model = script(failure, answer);
      await expect(read(model)).rejects.toBeInstanceOf(Error);
      expect(model.calls).toBe(1);
    }
  });

  it("gives up after two retries, with the last failure", async () => {
    const last = limited({}, 502);
    const model = script({ rejects: limited() }, { rejects: limited() }, { rejects: last });
    await expect(read(model)).rejects.toBe(last);
    expect(model.calls).toBe(3);
  });

  it("makes as many retries as it is told to", async () => {
    const model = script({ rejects: limited() }, answer);
    await expect(read(model, { maxRetries: 0 })).rejects.toThrow("429");
  });

  it("throws an Error also for what a provider reports as a plain object", async () => {
    const error = { type: "invalid_request_error", message: "no such model" };
    const model = script([start, { type: "error", error }]);
    await expect(read(model)).rejects.toMatchObject({
      message: expect.stringContaining("no such model"),
      cause: error,
    });
  });
});

describe("from the first content on", () => {
  it.each<[string, Part]>([
    ["a word", word],
    ["a thought", { type: "reasoning-delta", id: "r", delta: "hm" }],
    ["a tool's name", { type: "tool-input-start", id: "c", toolName: "read_title" }],
    ["a whole call", { type: "tool-call", toolCallId: "c", toolName: "read_title", input: "{}" }],
  ])("an error after %s passes as it is", async (_name, content) => {
    const parts: Part[] = [start, content, { type: "error", error: limited() }, finish("error")];
    const model = script(parts, answer);
    expect(await read(model)).toEqual(parts);
    expect(model.calls).toBe(1);
  });

  it("a broken stream breaks for the reader", async () => {
    const broken = Object.assign(new Error("reset"), { code: "ECONNRESET" });
    const model = script({ parts: [start, open, word], breaks: broken }, answer);
    await expect(read(model)).rejects.toBe(broken);
    expect(model.calls).toBe(1);
  });

  it("an answer without any content is an answer", async () => {
    const empty = [start, finish("stop")];
    expect(await read(script(empty))).toEqual(empty);
  });

  it("a reader that leaves cancels the model's stream", async () => {
    const model = script(answer);
    await (await streamWithRetry(model, { prompt })).cancel("gone");
    expect(model.cancelled).toEqual(["gone"]);
  });
});

describe("waiting", () => {
  async function delays(...errors: unknown[]): Promise<number[]> {
    const seen: number[] = [];
    vi.useFakeTimers();
    try {
      const reading = streamWithRetry(
        script(...errors.map((rejects) => ({ rejects })), answer),
        { prompt },
        {
          onRetry: ({ delayMs }) => void seen.push(delayMs),
        },
      ).catch(() => {});
      await vi.runAllTimersAsync();
      await reading;
    } finally {
      vi.useRealTimers();
    }
    return seen;
  }

  it("follows retry-after-ms, then retry-after", async () => {
    expect(await delays(limited({ "retry-after-ms": "40", "retry-after": "9" }))).toEqual([40]);
    expect(await delays(limited({ "retry-after": "3" }))).toEqual([3000]);
    const [untilDate = 0] = await delays(limited({ "retry-after": new Date(Date.now() + 5_000).toUTCString() }));
    expect(untilDate).toBeGreaterThan(3_000);
    expect(untilDate).toBeLessThanOrEqual(5_000);
  });

  it("backs off exponentially, a little spread, when the server does not say", async () => {
    const [first = 0, second = 0] = await delays(limited(), limited({ "retry-after": "soon" }));
    expect(first).toBeGreaterThanOrEqual(500);
    expect(first).toBeLessThanOrEqual(625);
    expect(second).toBeGreaterThanOrEqual(1000);
    expect(second).toBeLessThanOrEqual(1250);
  });

  it("gives up when the server asks for more than the bound", async () => {
    const model = script({ rejects: limited({ "retry-after": "31" }) }, answer);
    await expect(read(model)).rejects.toThrow("429");
    expect(model.calls).toBe(1);
  });

  it("ends at once when aborted, with the signal's reason", async () => {
    const reason = new Error("stopped");
    const controller = new AbortController();
    const model = script({ rejects: limited({ "retry-after": "20" }) }, answer);
    const reading = streamWithRetry(model, { prompt, abortSignal: controller.signal });
    setTimeout(() => controller.abort(reason), 5);
    await expect(reading).rejects.toBe(reason);
    expect(model.calls).toBe(1);
  });

  it("takes an abort for an abort, however the failure looks", async () => {
    const reason = new Error("stopped");
    const controller = new AbortController();
    const model = {
      doStream: () => {
        controller.abort(reason);
        return Promise.reject(limited({}, 400));
      },
    };
    await expect(streamWithRetry(model, { prompt }, { signal: controller.signal })).rejects.toBe(reason);
  });
});

describe("withRetry", () => {
  it("is the same model, with its calls retried and the caller's signal passed on", async () => {
    const scripted = script({ rejects: limited() }, answer);
    const { signal } = new AbortController();
    const demo = createDemoModel();
    const model = withRetry({ ...demo, doStream: (options) => scripted.doStream(options) }, soon);
    expect(model).toMatchObject({ specificationVersion: "v4", provider: "demo", modelId: "demo", supportedUrls: {} });
    const { stream } = await model.doStream({ prompt, abortSignal: signal });
    expect(await readParts(stream)).toEqual(answer);
    expect(scripted.signals).toEqual([signal, signal]);
  });

  it("retries a call without streaming too", async () => {
    const demo = createDemoModel();
    let calls = 0;
    const model = withRetry(
      { ...demo, doGenerate: (options) => (++calls === 1 ? Promise.reject(limited()) : demo.doGenerate(options)) },
      soon,
    );
    expect((await model.doGenerate({ prompt })).finishReason.unified).toBe("stop");
    expect(calls).toBe(2);
  });
});
