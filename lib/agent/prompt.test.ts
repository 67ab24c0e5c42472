import { describe, expect, it } from "vitest";
import { createMessage, resultMessage } from "./conversation";
import type { Block, Message, ToolCallBlock } from "./messages";
import { toPrompt } from "./prompt";
import { promptProblem } from "./testing/prompt-problem";

const call = (callId: string, input: ToolCallBlock["input"] = {}): ToolCallBlock => ({
  type: "tool-call",
  callId,
  toolName: "title",
  input,
  kind: "frontend",
});
const text = (words: string): Block => ({ type: "text", text: words });
const user = (id: string, ...blocks: Block[]) => createMessage({ id, role: "user", blocks });
const assistant = (id: string, ...blocks: Block[]) => createMessage({ id, role: "assistant", blocks });
const result = (callId: string, value: string, extra: Partial<Message> = {}) =>
  resultMessage({ callId, toolName: "title" }, { type: "result", value }, extra);

function prompt(messages: Message[], questionId = "", context: string[] = []) {
  const made = toPrompt({ instructions: "Help.", messages, questionId, context });
  expect(promptProblem(made)).toBeNull();
  return made;
}

/** The result parts of the prompt as `call: what the model reads`, one list for each tool message. */
function results(messages: Message[]): string[][] {
  return prompt(messages).flatMap((message) =>
    message.role === "tool"
      ? [
          message.content.map((part) =>
            part.type === "tool-result" && "value" in part.output ? `${part.toolCallId}: ${part.output.value}` : "",
          ),
        ]
      : [],
  );
}

describe("calls in a prompt", () => {
  it("are directly followed by their results, in call order, wherever those were stored", () => {
    const stored = [
      user("u1", text("Titles?")),
      assistant("m1", text("I look."), call("c1"), call("c2")),
      result("c2", "two"),
      user("u2", text("Well?")),
      result("c1", "one"),
    ];
    expect(results(stored)).toEqual([["c1: one", "c2: two"]]);
    expect(prompt(stored).map(({ role }) => role)).toEqual(["system", "user", "assistant", "tool", "user"]);
  });

  it("have a result even where storage has none: an unknown outcome, and it says so", () => {
    const stored = [user("u1", text("Title?")), assistant("m1", call("c1"), call("c2")), result("c2", "two")];
    expect(results(stored)).toEqual([[expect.stringMatching(/^c1: .*may or may not have been executed/), "c2: two"]]);
  });

  it("have one result, also where two are stored", () => {
    const stored = [
      user("u1", text("Title?")),
      assistant("m1", call("c1")),
      result("c1", "first", { id: "a" }),
      result("c1", "second", { id: "b" }),
    ];
    expect(results(stored)).toHaveLength(1);
    expect(results(stored)[0]).toHaveLength(1);
  });

  it("are nothing without an assistant message that makes them", () => {
    expect(results([user("u1", text("Hi")), result("c1", "stray")])).toEqual([]);
  });

  it.each([["{not json"], [[1, 2]], [null], [7]])("with arguments %j, which no provider takes, name them", (input) => {
    const [, , message] = prompt([user("u1", text("Go")), assistant("m1", call("c1", input))]);
    expect(message?.content).toMatchObject([{ type: "tool-call", input: { invalid_arguments: input } }]);
  });
});

describe("neighbours of one role", () => {
  it("are one message: two questions around an answer that says nothing", () => {
    const made = prompt([user("u1", text("One")), assistant("m1", text("")), user("u2", text("Two"))]);
    expect(made.slice(1)).toEqual([
      {
        role: "user",
        content: [
          { type: "text", text: "One" },
          { type: "text", text: "Two" },
        ],
      },
    ]);
  });

  it("are one message: an answer in two parts", () => {
    const made = prompt([
      user("u1", text("One")),
      assistant("m1", text("It ")),
      assistant("m2", text("is.")),
      user("u2", text("Two")),
    ]);
    expect(made.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user"]);
  });

  it("leave the stored messages as they are", () => {
    const stored = [user("u1", text("One")), user("u2", text("Two"))];
    const before = structuredClone(stored);
    prompt(stored, "u2", ["It is Monday."]);
    expect(stored).toEqual(before);
  });
});

it("turn context stands in the question of the turn and nowhere else", () => {
  const made = prompt([user("u1", text("One")), assistant("m1", text("Yes.")), user("u2", text("Two"))], "u2", [
    "It is Monday.",
  ]);
  expect(made.at(-1)?.content).toEqual([
    { type: "text", text: "Two" },
    { type: "text", text: "It is Monday." },
  ]);
  expect(JSON.stringify(made.slice(0, -1))).not.toContain("Monday");
});

it("what the provider keeps with a block comes back with it", () => {
  const providerMetadata = { openai: { itemId: "rs_1", reasoningEncryptedContent: "gAAA+/=" } };
  const [, , message] = prompt([
    user("u1", text("One")),
    assistant("m1", { type: "reasoning", text: "", providerMetadata }, text("Yes.")),
    user("u2", text("Two")),
  ]);
  expect(message?.content).toMatchObject([{ type: "reasoning", text: "", providerOptions: providerMetadata }, {}]);
});
