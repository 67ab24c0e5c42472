import { describe, expect, it } from "vitest";
import { mergeDeltas } from "./merge-deltas";

describe("pieces of a text", () => {
  it("join when they are the same text's, reasoning's or call's", () => {
    expect(
      mergeDeltas({ type: "text-delta", id: "t", delta: "a" }, { type: "text-delta", id: "t", delta: "b" }),
    ).toEqual({ type: "text-delta", id: "t", delta: "ab" });
    expect(
      mergeDeltas({ type: "reasoning-delta", id: "r", delta: "a" }, { type: "reasoning-delta", id: "r", delta: "b" }),
    ).toEqual({ type: "reasoning-delta", id: "r", delta: "ab" });
    expect(
      mergeDeltas(
        { type: "tool-input-delta", callId: "c", delta: "{" },
        { type: "tool-input-delta", callId: "c", delta: "}" },
      ),
    ).toEqual({ type: "tool-input-delta", callId: "c", delta: "{}" });
  });

  it("stay apart otherwise", () => {
    const text = { type: "text-delta", id: "t", delta: "a" } as const;
    expect(mergeDeltas(text, { type: "text-delta", id: "u", delta: "b" })).toBeNull();
    expect(mergeDeltas(text, { type: "reasoning-delta", id: "t", delta: "b" })).toBeNull();
    expect(mergeDeltas(text, { type: "text-end", id: "t" })).toBeNull();
    expect(mergeDeltas({ type: "text-end", id: "t" }, text)).toBeNull();
  });
});
