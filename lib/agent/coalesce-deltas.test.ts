import { describe, expect, it } from "vitest";
import { coalesceDeltas } from "./coalesce-deltas";

describe("pieces of a text", () => {
  it("join when they are the same text's, reasoning's or call's", () => {
    expect(
      coalesceDeltas({ type: "text-delta", id: "t", delta: "a" }, { type: "text-delta", id: "t", delta: "b" }),
    ).toEqual({ type: "text-delta", id: "t", delta: "ab" });
    expect(
      coalesceDeltas(
        { type: "reasoning-delta", id: "r", delta: "a" },
        { type: "reasoning-delta", id: "r", delta: "b" },
      ),
    ).toEqual({ type: "reasoning-delta", id: "r", delta: "ab" });
    expect(
      coalesceDeltas(
        { type: "tool-input-delta", callId: "c", delta: "{" },
        { type: "tool-input-delta", callId: "c", delta: "}" },
      ),
    ).toEqual({ type: "tool-input-delta", callId: "c", delta: "{}" });
  });

  it("stay apart otherwise", () => {
    const text = { type: "text-delta", id: "t", delta: "a" } as const;
    expect(coalesceDeltas(text, { type: "text-delta", id: "u", delta: "b" })).toBeNull();
    expect(coalesceDeltas(text, { type: "reasoning-delta", id: "t", delta: "b" })).toBeNull();
    expect(coalesceDeltas(text, { type: "text-end", id: "t" })).toBeNull();
    expect(coalesceDeltas({ type: "text-end", id: "t" }, text)).toBeNull();
  });
});
