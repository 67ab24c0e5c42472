import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { describe, expect, it } from "vitest";
import { PartReader } from "./part-reader";

type Part = LanguageModelV4StreamPart;
const delta = (text: string): Part => ({ type: "text-delta", id: "t", delta: text });

function streamOf(parts: Part[], source: UnderlyingDefaultSource<Part> = {}): ReadableStream<Part> {
  return new ReadableStream<Part>({
    ...source,
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      if (!source.pull) controller.close();
    },
  });
}

describe("reading a model stream", () => {
  it("hands over the parts in order, then null", async () => {
    const reader = new PartReader(streamOf([delta("a"), delta("b")]), new AbortController().signal);
    expect([await reader.next(), await reader.next(), await reader.next()]).toEqual([delta("a"), delta("b"), null]);
  });

  it("ends a wait at once when it is aborted, even if the provider never answers a cancellation", async () => {
    const abort = new AbortController();
    const silent = streamOf([], { pull: () => new Promise<void>(() => {}), cancel: () => new Promise<void>(() => {}) });
    const waiting = new PartReader(silent, abort.signal).next();
    abort.abort();
    await expect(waiting).rejects.toThrow("aborted");
  });

  it("hands nothing over after the abort, also what had already arrived", async () => {
    const abort = new AbortController();
    const reader = new PartReader(streamOf([delta("a"), delta("b")]), abort.signal);
    await reader.next();
    abort.abort();
    await expect(reader.next()).rejects.toThrow("aborted");
  });

  it("refuses a stream whose run was aborted before", async () => {
    await expect(new PartReader(streamOf([delta("a")]), AbortSignal.abort()).next()).rejects.toThrow("aborted");
  });

  it("throws what the stream reports", async () => {
    const broken = streamOf([], { pull: (controller) => controller.error(new Error("connection reset")) });
    await expect(new PartReader(broken, new AbortController().signal).next()).rejects.toThrow("connection reset");
  });

  it("cancels the provider's stream when it is given up", async () => {
    let cancelled = false;
    const open = streamOf([], {
      pull: () => {},
      cancel: () => {
        cancelled = true;
        throw new Error("and fails at it");
      },
    });
    new PartReader(open, new AbortController().signal).close();
    expect(cancelled).toBe(true);
  });
});
