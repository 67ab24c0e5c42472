import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { resolveModel } from "./resolve";
import type { RetryOptions } from "./retry";
import { ask } from "./testing/demo-prompt";
import { bracketFaults, joinDeltas, readParts } from "./testing/read-stream";
import { startWireServer, type WireServer } from "./testing/wire-server";
import { WIRES } from "./testing/wires";

const prompt = ask("hello");

describe.each(WIRES)("$name, through its real package", ({ config, word, end, overloaded }) => {
  let server: WireServer;
  beforeAll(async () => {
    server = await startWireServer();
  });
  afterAll(() => server.stop());
  beforeEach(() => {
    server.requests.length = 0;
  });

  async function model(retry: RetryOptions = { initialDelayMs: 1 }) {
    return (await resolveModel({ ...config(server.url), retry: { maxRetries: 1, ...retry } })).languageModel;
  }

  async function text(retry?: RetryOptions): Promise<string> {
    const parts = await readParts((await (await model(retry)).doStream({ prompt })).stream);
    expect(bracketFaults(parts)).toEqual([]);
    return joinDeltas(parts, "text-delta");
  }

  it("tries again when the stream opens with an error", async () => {
    server.answer({ frames: overloaded }, { frames: [...word("Hi"), ...end] });
    expect(await text()).toBe("Hi");
    expect(server.requests).toHaveLength(2);
  });

  it("tries again when the connection breaks before the first token", async () => {
    server.answer({ frames: [], cut: Promise.resolve() }, { frames: [...word("Hi"), ...end] });
    expect(await text()).toBe("Hi");
    expect(server.requests).toHaveLength(2);
  });

  it("tries again when the answer ends before it begins", async () => {
    server.answer({ frames: [] }, { frames: [...word("Hi"), ...end] });
    expect(await text()).toBe("Hi");
    expect(server.requests).toHaveLength(2);
  });

  it("follows the server's retry-after", async () => {
    server.answer({ status: 429, headers: { "retry-after-ms": "1" }, frames: [] }, { frames: [...word("Hi"), ...end] });
    const delays: number[] = [];
    expect(await text({ onRetry: ({ delayMs }) => void delays.push(delayMs) })).toBe("Hi");
    expect(delays).toEqual([1]);
  });

  it("gives up with the provider's failure when no try succeeds", async () => {
    server.answer({ frames: overloaded }, { frames: overloaded });
    await expect(text()).rejects.toThrow("overloaded");
    expect(server.requests).toHaveLength(2);
  });

  it("does not try again when the connection breaks after the first token", async () => {
    let breakOff: () => void = () => {};
    const cut = new Promise<void>((resolve) => {
      breakOff = resolve;
    });
    server.answer({ frames: word("Hi"), cut });
    const { stream } = await (await model()).doStream({ prompt });
    let seen = "";
    const reading = readParts(stream, (part) => {
      if (part.type !== "text-delta" || part.delta === "") return;
      seen += part.delta;
      breakOff();
    });
    await expect(reading).rejects.toThrow();
    expect(seen).toBe("Hi");
    expect(server.requests).toHaveLength(1);
  });

  it("passes an error after the first token on as it is", async () => {
    server.answer({ frames: [...word("Hi"), ...overloaded.slice(-1)] });
    const parts = await readParts((await (await model()).doStream({ prompt })).stream);
    expect(joinDeltas(parts, "text-delta")).toBe("Hi");
    expect(parts.map(({ type }) => type)).toContain("error");
    expect(server.requests).toHaveLength(1);
  });
});
