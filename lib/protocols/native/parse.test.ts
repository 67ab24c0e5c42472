import { describe, expect, it } from "vitest";
import { TEXT_LIMIT } from "../limits.schema";
import { parseDecisions, parseFence, parseNewMessage, parseResults, parseThreadId } from "./parse";

const refusal = (message: RegExp, code = "invalid-input") =>
  expect.objectContaining({ code, message: expect.stringMatching(message) });

describe("a thread id", () => {
  it.each(["a", "thread_1", "A.b:c-d", "x".repeat(128)])("may be %s", (id) => {
    expect(parseThreadId(id)).toBe(id);
  });
  it.each(["", "x".repeat(129), "a b", "a/b", "ä", "a\u0000", "a\n", undefined])("may not be %j", (id) => {
    expect(() => parseThreadId(id)).toThrow(refusal(/^threadId: /));
  });
});

describe("a new message", () => {
  it("keeps its text as it is and its id", () => {
    const text = "  two\nlines \u0000 ";
    expect(parseNewMessage({ text, id: "m1" })).toEqual({ id: "m1", blocks: [{ type: "text", text }] });
  });
  it("is given an id when it has none", () => {
    expect(parseNewMessage({ text: "hi" }).id).toMatch(/^msg_/);
  });
  it.each([
    [{ text: " \n\t" }, /^text: must not be blank/],
    [{}, /^text: /],
    [{ text: 1 }, /^text: /],
    [{ text: "a", id: "" }, /^id: /],
    [{ text: "a", id: "a b" }, /^id: /],
    [{ text: "a", txet: 1 }, /^body: .*txet/],
    [null, /^body: /],
    ["text", /^body: /],
    [[], /^body: /],
  ])("%j is refused by path", (body, message) => {
    expect(() => parseNewMessage(body)).toThrow(refusal(message));
  });
  it("is too large above its limit", () => {
    expect(parseNewMessage({ text: "x".repeat(TEXT_LIMIT) }).blocks).toHaveLength(1);
    expect(() => parseNewMessage({ text: "x".repeat(TEXT_LIMIT + 1) })).toThrow(
      refusal(/32000 characters/, "too-large"),
    );
  });
});

describe("decisions", () => {
  it("come in three forms", () => {
    const decisions = { a: "approve", b: "reject", c: ["reject", "no"] };
    expect(parseDecisions({ decisions })).toEqual({ decisions });
    expect(parseDecisions({ decisions, via: "Slack" })).toEqual({ decisions, via: "Slack" });
  });
  it.each([
    [{ decisions: {} }, /^decisions: must name at least one call/],
    [{ decisions: [] }, /^decisions: /],
    [{}, /^decisions: /],
    [{ decisions: { a: "maybe" } }, /^decisions\.a: must be "approve", "reject"/],
    [{ decisions: { a: true } }, /^decisions\.a: /],
    [{ decisions: { a: ["reject"] } }, /^decisions\.a: /],
    [{ decisions: { a: ["approve", "yes"] } }, /^decisions\.a: /],
    [{ decisions: { a: ["reject", 1] } }, /^decisions\.a: /],
    [{ decisions: { "": "approve" } }, /^decisions/],
  ])("%j are refused by path", (body, message) => {
    expect(() => parseDecisions(body)).toThrow(refusal(message));
  });
});

describe("results", () => {
  it.each([[false], [0], [null], [""], [[]], [{}], [{ deep: [1, { a: null }] }]])("may be %j", (value) => {
    expect(parseResults({ results: { a: { result: value } } })).toEqual({ a: { result: value } });
  });
  it("may be an error text, also an empty one", () => {
    expect(parseResults({ results: { a: { error: "" } } })).toEqual({ a: { error: "" } });
  });
  it.each([
    [{ results: { a: {} } }, /^results\.a: must have exactly one/],
    [{ results: { a: { result: 1, error: "x" } } }, /^results\.a: must have exactly one/],
    [{ results: { a: { result: null, error: "x" } } }, /^results\.a: must have exactly one/],
    [{ results: { a: { error: 1 } } }, /^results\.a\.error: must be a string/],
    [{ results: { a: { error: null } } }, /^results\.a\.error: /],
    [{ results: { a: { value: 1 } } }, /^results\.a: /],
    [{ results: { a: "text" } }, /^results\.a: /],
    [{ results: {} }, /^results: must name at least one call/],
  ])("%j are refused by path", (body, message) => {
    expect(() => parseResults(body)).toThrow(refusal(message));
  });
  it("take call ids that look like members of an object for ids", () => {
    const results = parseResults({ results: { constructor: { result: 1 }, toString: { result: 2 } } });
    expect(Object.entries(results)).toHaveLength(2);
  });
});

describe("a fence", () => {
  it("names a run and its attempt", () => {
    expect(parseFence({ runId: "r", attempt: 2 })).toEqual({ runId: "r", attempt: 2 });
  });
  it.each([
    [{ runId: "r" }, /^attempt: /],
    [{ attempt: 1 }, /^runId: /],
    [{ runId: "r", attempt: 1.5 }, /^attempt: /],
    [{ runId: "r", attempt: "1" }, /^attempt: /],
  ])("%j is refused by path", (body, message) => {
    expect(() => parseFence(body)).toThrow(refusal(message));
  });
});
