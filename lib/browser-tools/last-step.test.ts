import type { UIMessage } from "ai";
import { describe, expect, it } from "vitest";
import { createAutomaticSend, lastStepIsSettled, lastStepTools } from "./last-step";

type Part = UIMessage["parts"][number];
const step: Part = { type: "step-start" };
const text: Part = { type: "text", text: "Done.", state: "done" };

const STATES = {
  "input-streaming": {},
  "input-available": {},
  "approval-requested": { approval: { id: "a" } },
  "approval-responded": { approval: { id: "a", approved: true } },
  "output-available": { output: null },
  "output-error": { errorText: "no" },
  "output-denied": { approval: { id: "a", approved: false } },
} as const;
type State = keyof typeof STATES;

function tool(state: State, toolCallId = state as string): Part {
  return { type: "tool-work", toolCallId, input: {}, state, ...STATES[state] } as Part;
}

function chat(...parts: Part[]): { messages: UIMessage[] } {
  return {
    messages: [
      { id: "q", role: "user", parts: [text] },
      { id: "m", role: "assistant", parts },
    ],
  };
}

describe("lastStepTools", () => {
  it("is empty without messages and after a question", () => {
    expect(lastStepTools([])).toEqual([]);
    expect(lastStepTools([{ id: "q", role: "user", parts: [text] }])).toEqual([]);
  });

  it("leaves out the tools of earlier steps", () => {
    const { messages } = chat(step, tool("output-available", "1"), step, text, tool("input-available", "2"));
    expect(lastStepTools(messages).map((part) => part.toolCallId)).toEqual(["2"]);
  });

  it("finds the tools of a message that has no steps", () => {
    expect(lastStepTools(chat(tool("input-available")).messages)).toHaveLength(1);
  });

  it("counts dynamic tool parts", () => {
    const dynamic = { ...tool("output-available"), type: "dynamic-tool", toolName: "work" } as Part;
    expect(lastStepTools(chat(step, dynamic).messages)).toHaveLength(1);
  });
});

describe("lastStepIsSettled", () => {
  it.each<[boolean, State[]]>([
    [false, []],
    [true, ["output-available"]],
    [true, ["output-error"]],
    [true, ["output-denied"]],
    [true, ["output-available", "output-error", "output-denied"]],
    [true, ["approval-responded"]],
    [true, ["approval-responded", "output-denied"]],
    // The rest of a mixed batch is dispatched once the decisions have been sent.
    [true, ["approval-responded", "input-streaming"]],
    [true, ["approval-responded", "input-available"]],
    [false, ["approval-requested"]],
    [false, ["approval-requested", "approval-responded"]],
    [false, ["approval-requested", "output-available"]],
    [false, ["input-available"]],
    [false, ["input-streaming"]],
    [false, ["output-available", "input-available"]],
    [false, ["output-available", "input-streaming"]],
  ])("is %s for a step with %j", (settled, states) => {
    expect(lastStepIsSettled(chat(step, ...states.map((state) => tool(state))))).toBe(settled);
  });

  it("is false after the final answer, whatever earlier steps hold", () => {
    expect(lastStepIsSettled(chat(step, tool("output-available"), step, text))).toBe(false);
    expect(lastStepIsSettled(chat(step, tool("approval-responded"), step, text))).toBe(false);
  });

  it("is false when a step that shows nothing has begun", () => {
    expect(lastStepIsSettled(chat(step, tool("output-available"), step))).toBe(false);
  });
});

describe("createAutomaticSend", () => {
  it("sends the same answers once", () => {
    const send = createAutomaticSend();
    const settled = chat(step, tool("output-available"));
    expect([send(settled), send(settled), send(structuredClone(settled))]).toEqual([true, false, false]);
  });

  it("sends again when an approved call has been executed", () => {
    const send = createAutomaticSend();
    expect(send(chat(step, tool("approval-responded", "1")))).toBe(true);
    expect(send(chat(step, tool("output-available", "1")))).toBe(true);
  });

  it("sends the next step, also when it repeats a call id", () => {
    const send = createAutomaticSend();
    expect(send(chat(step, tool("output-available", "1")))).toBe(true);
    expect(send(chat(step, tool("output-available", "1"), step, tool("output-available", "1")))).toBe(true);
  });

  it("does not count a question that is not settled", () => {
    const send = createAutomaticSend();
    expect(send(chat(step, tool("input-available", "1")))).toBe(false);
    expect(send(chat(step, tool("output-available", "1")))).toBe(true);
  });

  it("keeps one memory per chat", () => {
    const settled = chat(step, tool("output-available"));
    expect([createAutomaticSend()(settled), createAutomaticSend()(settled)]).toEqual([true, true]);
  });
});
