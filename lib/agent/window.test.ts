import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createMessage, resultMessage } from "./conversation";
import type { Block, Message } from "./messages";
import { testAgent } from "./testing/desk";
import { MemoryStore } from "./testing/memory-store";
import { ScriptedModel } from "./testing/scripted-model";
import { archiveOldTurns, estimateTokens } from "./window";

/** A message of about so many tokens. */
function message(role: "user" | "assistant", tokens: number): Message {
  const base = estimateTokens({ blocks: [{ type: "text", text: "" }] });
  const text = "x".repeat((tokens - base) * 4);
  return createMessage({ id: randomUUID(), role, blocks: [{ type: "text", text }] });
}

/** A question, a call, its result and an answer. */
const turn = (tokens: number): Message[] => [
  message("user", tokens / 4),
  message("assistant", tokens / 4),
  resultMessage({ callId: randomUUID(), toolName: "title" }, { type: "result", value: "t".repeat(tokens - 200) }),
  message("assistant", tokens / 4),
];

describe("the window", () => {
  it("keeps everything that fits, up to the last token", () => {
    const history = [message("user", 400), message("assistant", 600)];
    expect(history.map(estimateTokens)).toEqual([400, 600]);
    expect(archiveOldTurns(history, { contextWindow: 1_000 })).toEqual([]);
    expect(archiveOldTurns(history, { contextWindow: 999 }).map(({ id }) => id)).toEqual(history.map(({ id }) => id));
    expect(archiveOldTurns([], {})).toEqual([]);
  });

  it("loses whole turns, the oldest first, until half of it is free", () => {
    const turns = [1, 2, 3, 4, 5].map(() => turn(1_000));
    const history = turns.flat();
    const archived = archiveOldTurns(history, { contextWindow: 4_200 });
    expect(archived).toEqual(history.slice(0, 12).map((one) => ({ ...one, archived: true })));
    expect(history.some((one) => one.archived)).toBe(false);
  });

  it("is not cut again by the next turns", () => {
    let history: Message[] = [];
    const cuts: number[] = [];
    for (let count = 1; count <= 12; count++) {
      history.push(...turn(1_000));
      const archived = archiveOldTurns(history, { contextWindow: 4_200 });
      if (archived.length > 0) cuts.push(count);
      history = history.slice(archived.length);
    }
    expect(cuts).toEqual([5, 8, 11]);
  });

  it.each([
    [0, 4],
    [0.2, 8],
    [0.9, 16],
  ])("is cut as deep as the ratio says (%s)", (historyTrimRatio, messages) => {
    const history = [1, 2, 3, 4, 5].flatMap(() => turn(1_000));
    expect(archiveOldTurns(history, { contextWindow: 4_200, historyTrimRatio })).toHaveLength(messages);
  });

  it("keeps the newest turn as long as it fits alone, even if less than half of it is free then", () => {
    const history = [...turn(1_000), ...turn(3_000)];
    expect(archiveOldTurns(history, { contextWindow: 3_900 })).toHaveLength(4);
    expect(archiveOldTurns(history, { contextWindow: 2_000 })).toHaveLength(8);
  });

  it("loses what comes before the first question as well", () => {
    const history = [message("assistant", 900), message("user", 100), message("assistant", 100)];
    expect(archiveOldTurns(history, { contextWindow: 1_000 })).toHaveLength(1);
  });

  it("is cut before there are more messages than a segment loads", () => {
    const history = Array.from({ length: 201 }, (_, index) => message(index % 2 ? "assistant" : "user", 20));
    expect(archiveOldTurns(history.slice(0, 200), {})).toEqual([]);
    expect(archiveOldTurns(history, {})).toHaveLength(102);
  });

  it("holds 50,000 tokens where an agent says nothing", () => {
    const history = [message("user", 25_000), message("assistant", 10_000), message("user", 15_000)];
    expect(archiveOldTurns(history, {})).toEqual([]);
    expect(archiveOldTurns([...history, message("assistant", 100)], {})).toHaveLength(2);
  });

  it("counts an image by what providers take for one, and a text file by its text", () => {
    const file = (mediaType: string): Block => ({
      type: "file",
      mediaType,
      url: `data:;base64,${"A".repeat(1_000_000)}`,
    });
    expect(estimateTokens({ blocks: [file("image/png")] })).toBeLessThan(2_000);
    expect(estimateTokens({ blocks: [file("text/plain")] })).toBeGreaterThan(180_000);
  });
});

describe("a conversation that outgrows its window", () => {
  const LONG = "long ".repeat(300);
  const textsOf = (model: ScriptedModel) =>
    model.prompts.map(({ prompt }) =>
      JSON.stringify(prompt)
        .match(/(question|answer) \d/g)
        ?.join(", "),
    );

  it("is shown to the model without its oldest turns from that very question on, and to people as a whole", async () => {
    const answer = (number: number) => ({ text: `answer ${number} ${LONG}` });
    const call = { calls: [{ id: "c1", name: "clock", input: {} }] };
    const model = new ScriptedModel([answer(1), answer(2), call, answer(3), answer(4)]);
    const agent = testAgent(new MemoryStore(), model, { clock: 0, pay: [] }, { contextWindow: 700 });
    for (const number of [1, 2, 3, 4]) await agent.chat(`question ${number}`);
    expect(textsOf(model)).toEqual([
      "question 1",
      "question 1, answer 1, question 2",
      "question 2, answer 2, question 3",
      "question 2, answer 2, question 3",
      "question 3, answer 3, question 4",
    ]);
    const { messages } = await agent.history({});
    expect(JSON.stringify(messages).match(/(question|answer) \d/g)).toHaveLength(8);
  });

  it("loses a turn that broke off together with the note that closed it", async () => {
    const model = new ScriptedModel([
      { text: LONG, calls: [{ id: "c1", name: "clock", input: {} }] },
      { error: new Error("the provider is down") },
      { text: "answer 2" },
    ]);
    const store = new MemoryStore();
    const agent = testAgent(store, model, { clock: 0, pay: [] }, { contextWindow: 300 });
    await agent.chat("question 1");
    await agent.chat("question 2");
    expect(model.prompts.at(-1)?.prompt.map(({ role }) => role)).toEqual(["system", "user"]);
  });
});
