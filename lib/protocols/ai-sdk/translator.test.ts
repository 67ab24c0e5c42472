import { describe, expect, it } from "vitest";
import type { AgentInterrupt } from "../../agent/events";
import { aiSdkInputTranslator } from "./translator";

type Part = { type: string; [key: string]: unknown };

function part(state: string, extra: object = {}, toolCallId = "c1"): Part {
  return { type: "tool-work", toolCallId, state, input: { forged: true }, ...extra };
}

function wait(type: AgentInterrupt["type"], ...callIds: string[]): AgentInterrupt {
  const calls = callIds.map((callId) => ({ callId, toolName: "work", input: {} }));
  return { id: "int", type, request: { calls }, answers: {} };
}

function answers(parts: Part[], waiting: AgentInterrupt | null = null) {
  return aiSdkInputTranslator.translate({ message: { id: "m", parts }, question: null }, waiting).answers;
}

describe("a part of the posted message", () => {
  it.each([[false], [0], [null], [""], [[]], [{}], [{ a: [1] }], ["text"]])(
    "carries its output %j unchanged",
    (output) => {
      expect(answers([part("output-available", { output })])).toEqual({
        c1: { type: "outcome", outcome: { type: "result", value: output } },
      });
    },
  );

  it("without an output key is a result without a value", () => {
    const { c1 } = answers([part("output-available")]);
    expect(c1).toStrictEqual({ type: "outcome", outcome: { type: "result" } });
  });

  it("carries its error text, and some text where it has none", () => {
    expect(answers([part("output-error", { errorText: "It broke." })]).c1).toEqual({
      type: "outcome",
      outcome: { type: "error", message: "It broke." },
    });
    expect(answers([part("output-error")]).c1).toMatchObject({
      outcome: { type: "error", message: expect.stringMatching(/./) },
    });
  });

  it.each([
    [{ approval: { id: "c1", approved: true } }, { approved: true }],
    [{ approval: { id: "c1", approved: false, reason: "No." } }, { approved: false, reason: "No." }],
    // The call id decides, whatever became of the approval's own.
    [{ approval: { id: "another", approved: true } }, { approved: true }],
    [{ approval: { approved: true } }, { approved: true }],
  ])("carries the decision of %j", (extra, decision) => {
    expect(answers([part("approval-responded", extra)])).toEqual({ c1: { type: "approval", ...decision } });
  });

  it("that is denied is a rejection, with or without its approval", () => {
    expect(answers([part("output-denied")])).toEqual({ c1: { type: "approval", approved: false } });
    expect(answers([part("output-denied", { approval: { approved: true, reason: "No." } })])).toEqual({
      c1: { type: "approval", approved: false, reason: "No." },
    });
  });

  it.each([
    part("input-streaming"),
    part("input-available", { output: 1 }),
    part("approval-requested", { approval: { id: "c1" } }),
    part("approval-responded"),
    part("output-available", { output: 1, preliminary: true }),
    part("toString"),
    { type: "text", text: "output-available" },
    { type: "data-tool", toolCallId: "c1", state: "output-available", output: 1 },
  ])("that answers nothing carries nothing: %j", (given) => {
    expect(answers([given])).toEqual({});
  });

  it("may be of a dynamic tool", () => {
    expect(
      Object.keys(answers([{ ...part("output-available", { output: 1 }), type: "dynamic-tool", toolName: "x" }])),
    ).toEqual(["c1"]);
  });

  it("is read from every step, and a call id that is a word of the language is one like any other", () => {
    const parts = [part("output-error", {}, "__proto__"), { type: "step-start" }, part("output-available", {}, "c2")];
    expect(Object.keys(answers(parts))).toEqual(["__proto__", "c2"]);
  });
});

describe("a decision that the message still shows", () => {
  const decided = part("approval-responded", { approval: { id: "c1", approved: true } });
  const result = part("output-available", { output: 1 }, "c2");

  it("is history while results are what is answered", () => {
    expect(Object.keys(answers([decided, result], wait("tool-results", "c1", "c2")))).toEqual(["c2"]);
  });

  it("is what a late client came for when it answers no result", () => {
    expect(Object.keys(answers([decided, result], wait("tool-results", "c1")))).toEqual(["c1", "c2"]);
    expect(Object.keys(answers([decided], null))).toEqual(["c1"]);
  });

  it("is passed on while decisions are awaited, and so is a result out of turn", () => {
    expect(Object.keys(answers([decided, result], wait("approval", "c1", "c2")))).toEqual(["c1", "c2"]);
  });
});

describe("the submission", () => {
  it("is an envelope, and carries the question that came with the answers", () => {
    const question = { id: "q2", blocks: [{ type: "text" as const, text: "Next" }] };
    const payload = { message: { id: "m", parts: [] }, question };
    expect(aiSdkInputTranslator.translate(payload, null)).toEqual({ answers: {}, strict: false, message: question });
    expect(aiSdkInputTranslator.messageId?.(payload)).toBe("q2");
  });
});
