import { describe, expect, it } from "vitest";
import { AppError } from "../errors";
import type { Answer } from "./events";
import { messageText } from "./messages";
import type { InputTranslator, Submission } from "./protocol";
import { type Counters, eventsOf, REF, testAgent } from "./testing/desk";
import { MemoryStore } from "./testing/memory-store";
import { ScriptedModel, type ScriptedStep } from "./testing/scripted-model";

interface Posted {
  answers: Record<string, Answer>;
  message?: Submission["message"];
  explicit?: boolean;
}

const translator: InputTranslator<Posted> = {
  translate: (posted) => ({ ...posted, strict: false }),
  messageId: (posted) => posted.message?.id,
  recordIds: ({ answers }) =>
    Object.values(answers).flatMap((answer) => (answer.type === "outcome" && answer.messageId ? answer.messageId : [])),
};

const result = (value: string, messageId?: string): Answer => ({
  type: "outcome",
  outcome: { type: "result", value },
  ...(messageId && { messageId }),
});
const approved: Answer = { type: "approval", approved: true };
const question = (id: string, text = "Go on.") => ({ id, blocks: [{ type: "text" as const, text }] });

function open(steps: ScriptedStep[]) {
  const store = new MemoryStore();
  const counters: Counters = { clock: 0, pay: [] };
  const agent = testAgent(store, new ScriptedModel(steps), counters);
  return {
    counters,
    ask: async (message: ReturnType<typeof question>) => eventsOf(await agent.stream(message)),
    submit: async (posted: Posted) => {
      const handle = await agent.submitInputs(posted, translator).accept();
      await eventsOf(handle);
      return handle.acceptance;
    },
    messages: () => store.messages(REF.threadId),
    inspect: async () => (await agent.inspect())?.run,
  };
}

async function refusal(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => null,
    (thrown) => thrown,
  );
  if (!(error instanceof AppError)) throw new Error("It was accepted.");
  return error.code;
}

const titles = [
  { id: "c1", name: "title", input: {} },
  { id: "c2", name: "title", input: {} },
];
const pay = { id: "p1", name: "pay", input: { amount: 500 } };

describe("answers in an envelope", () => {
  it("that repeat what is settled are accepted, whatever history stands beside them", async () => {
    const thread = open([{ calls: titles }, { text: "Done." }]);
    await thread.ask(question("u1"));
    await thread.submit({ answers: { c1: result("a") } });
    expect(await thread.submit({ answers: { c1: result("a"), c0: result("of an earlier turn") } })).toBe("kept");
    expect(await refusal(thread.submit({ answers: { c0: result("of an earlier turn") } }))).toBe("no-match");
  });
});

describe("the id that a client gives to its result", () => {
  it("is the id of the stored message", async () => {
    const thread = open([{ calls: [titles[0]!] }, { text: "Done." }]);
    await thread.ask(question("u1"));
    await thread.submit({ answers: { c1: result("a", "mine") } });
    expect(thread.messages().find((message) => message.callId === "c1")?.id).toBe("mine");
  });

  it("never takes the place of another message", async () => {
    const thread = open([{ text: "Wait.", calls: titles }, { text: "Done." }]);
    await thread.ask(question("u1"));
    const step = thread.messages().find((message) => message.role === "assistant")?.id ?? "";
    await thread.submit({ answers: { c1: result("a", "u1"), c2: result("b", step) } });
    expect(thread.messages().map((message) => message.id)).toEqual(["u1", step, "result_c1", "result_c2", `${step}_2`]);
    expect(messageText(thread.messages()[0]!)).toBe("Go on.");
  });

  it("never takes the place of a message that is still to come", async () => {
    const thread = open([{ calls: titles }, { text: "Done." }]);
    await thread.ask(question("u1"));
    const step = thread.messages().find((message) => message.role === "assistant")?.id ?? "";
    await thread.submit({ answers: { c1: result("a", "result_c2"), c2: result("b", `${step}_2`) } });
    expect(thread.messages().map((message) => message.id)).toEqual(["u1", step, "result_c1", "result_c2", `${step}_2`]);
    expect(messageText(thread.messages()[4]!)).toBe("Done.");
  });

  it("belongs to the first of two results that share it", async () => {
    const thread = open([{ calls: titles }, { text: "Done." }]);
    await thread.ask(question("u1"));
    await thread.submit({ answers: { c1: result("a", "same"), c2: result("b", "same") } });
    const ids = thread
      .messages()
      .filter((message) => message.callId)
      .map((message) => message.id);
    expect(ids).toEqual(["same", "result_c2"]);
  });

  it("may come again with a repeated result", async () => {
    const thread = open([{ calls: titles }, { text: "Done." }]);
    await thread.ask(question("u1"));
    const partial = { answers: { c1: result("a", "mine") } };
    expect(await thread.submit(partial)).toBe("kept");
    expect(await thread.submit(partial)).toBe("kept");
  });
});

describe("a message beside answers", () => {
  it("whose id another message has is refused, and nothing changes", async () => {
    const thread = open([{ text: "Wait.", calls: [titles[0]!] }, { text: "Done." }]);
    await thread.ask(question("u1"));
    const before = thread.messages();
    const step = before[1]?.id ?? "";
    expect(await refusal(thread.submit({ answers: { c1: result("a") }, message: question(step) }))).toBe(
      "invalid-input",
    );
    expect(thread.messages()).toEqual(before);
  });

  it("is history when it is the question of the answered run", async () => {
    const thread = open([{ calls: [pay] }, { text: "Paid." }]);
    await thread.ask(question("u1"));
    expect(await thread.submit({ answers: { p1: approved }, message: question("u1"), explicit: true })).toBe(
      "continued",
    );
    expect(thread.counters.pay).toHaveLength(1);
    expect((await thread.inspect())?.status).toBe("completed");
  });

  it("does not turn a late repeat of the answers into a replay of its turn", async () => {
    const thread = open([{ calls: [pay] }, { text: "Paid." }]);
    await thread.ask(question("u1"));
    const posted = { answers: { p1: approved }, message: question("u1"), explicit: true };
    await thread.submit(posted);
    expect(await refusal(thread.submit(posted))).toBe("no-run");
  });

  it("does not turn answers of an earlier run into a replay of that run", async () => {
    const thread = open([{ calls: [pay] }, { text: "Paid." }, { text: "Hello." }]);
    await thread.ask(question("u1"));
    const posted = { answers: { p1: approved }, message: question("u1"), explicit: true };
    await thread.submit(posted);
    await thread.ask(question("u2"));
    expect(await refusal(thread.submit(posted))).toBe("no-run");
  });

  it("starts nothing by itself when the client came to answer", async () => {
    const thread = open([{ text: "Hello." }]);
    await thread.ask(question("u1"));
    const posted = { answers: { p1: approved }, message: question("u2") };
    expect(await refusal(thread.submit({ ...posted, explicit: true }))).toBe("no-run");
    expect(thread.messages().map((message) => message.id)).not.toContain("u2");
  });

  it("starts its turn when answers beside it may be history", async () => {
    const thread = open([{ text: "Hello." }, { text: "Again." }]);
    await thread.ask(question("u1"));
    expect(await thread.submit({ answers: { c9: result("a") }, message: question("u2") })).toBe("started");
  });

  it("that was accepted together with them is followed or replayed when both come again", async () => {
    const thread = open([{ calls: [pay] }, { text: "As you like." }]);
    await thread.ask(question("u1"));
    const posted = {
      answers: { p1: { type: "approval", approved: false } as const },
      message: question("u2"),
      explicit: true,
    };
    expect(await thread.submit(posted)).toBe("started");
    expect(await thread.submit(posted)).toBe("replayed");
    expect(thread.counters.pay).toHaveLength(0);
  });
});
