import { describe, expect, it } from "vitest";
import { webTools } from "./testing/agui-page";
import {
  checkStreamsAfterEach,
  clock,
  copy,
  expectSameAsHydrated,
  failing,
  resultsInPrompt as inPrompt,
  pay,
  type Scene,
  scene,
  title,
  withTools,
} from "./testing/scene";

checkStreamsAfterEach();

const types = ({ server }: Scene) => server.lastEvents.map(({ type }) => type);

describe("a plain turn", () => {
  it("streams reasoning and text, each opened and closed, and ends once", async () => {
    const it = scene([{ reasoning: "Hm.", text: "Hello there" }]);
    const run = await it.page.ask("Hi");
    expect(it.page.reply).toBe("Hello there");
    expect(run).toMatchObject({ finished: 1, errors: [], interrupts: [] });
    expect(types(it)).toEqual([
      "RUN_STARTED",
      "REASONING_START",
      "REASONING_MESSAGE_START",
      "REASONING_MESSAGE_CONTENT",
      "REASONING_MESSAGE_END",
      "REASONING_END",
      "TEXT_MESSAGE_START",
      ...it.server.lastEvents.filter(({ type }) => type === "TEXT_MESSAGE_CONTENT").map(({ type }) => type),
      "TEXT_MESSAGE_END",
      "RUN_FINISHED",
    ]);
    await expectSameAsHydrated(it);
  });

  it("bears the ids that the client gave to thread and request", async () => {
    const it = scene([{ text: "Hello" }]);
    it.page.say("Hi");
    await it.page.agent.runAgent({ runId: "my-run", tools: webTools });
    expect(it.server.lastEvents[0]).toEqual({ type: "RUN_STARTED", threadId: "thread-1", runId: "my-run" });
    expect(it.server.lastEvents.at(-1)).toEqual({ type: "RUN_FINISHED", threadId: "thread-1", runId: "my-run" });
  });

  it("that says nothing shows nothing", async () => {
    const it = scene([{ text: "" }]);
    await it.page.ask("Hi");
    expect(types(it)).toEqual(["RUN_STARTED", "RUN_FINISHED"]);
    await expectSameAsHydrated(it);
  });
});

describe("a frontend tool", () => {
  it("makes one round trip", async () => {
    const it = scene([{ text: "I look.", calls: [title("c1", { a: [1] })] }, { text: "It is Orders." }]);
    const first = await it.page.ask("Title?");
    expect(first).toMatchObject({ interrupts: [], finished: 1, pendingToolCallIds: ["c1"] });
    expect(first.calls).toEqual([{ id: "c1", name: "title", args: { a: [1] } }]);
    await expectSameAsHydrated(it);
    it.page.execute(first.calls);
    await it.page.run();
    expect(it.page.reply).toBe("It is Orders.");
    expect(it.page.started).toHaveLength(1);
    await expectSameAsHydrated(it);
  });

  it("is announced in a message of its own, apart from what the step said", async () => {
    const it = scene([{ text: "I look.", calls: [title("c1")] }]);
    await it.page.ask("Title?");
    const [, said, called] = it.page.messages;
    expect(said).toEqual({ id: said?.id, role: "assistant", content: "I look." });
    expect(called).toMatchObject({ id: `${said?.id}_calls`, role: "assistant", toolCalls: [{ id: "c1" }] });
  });

  it("is not echoed: its result is in the client's list once", async () => {
    const it = scene([{ calls: [title("c1")] }, { text: "Done." }]);
    it.page.execute((await it.page.ask("Title?")).calls);
    await it.page.run();
    expect(types(it)).not.toContain("TOOL_CALL_RESULT");
    expect(it.page.messages.filter((message) => message.role === "tool")).toHaveLength(1);
  });

  it("called twice in one step stays two calls", async () => {
    const it = scene([{ calls: [title("c1", { n: 1 }), title("c2", { n: 2 })] }, { text: "Done." }]);
    it.page.handlers = { title: ({ n }) => `Title ${n}` };
    it.page.execute((await it.page.ask("Titles?")).calls);
    await it.page.run();
    expect(inPrompt(it, 1)).toMatchObject({ c1: { value: "Title 1" }, c2: { value: "Title 2" } });
    await expectSameAsHydrated(it);
  });

  it("called in two steps runs in both, with a new message for each", async () => {
    const it = scene([{ calls: [title("c1")] }, { calls: [title("c2")] }, { text: "Done." }]);
    await it.page.finish(await it.page.ask("Titles?"));
    expect(it.page.started.map((call) => call.id)).toEqual(["c1", "c2"]);
    const holders = it.page.messages.filter((message) => message.role === "assistant" && message.toolCalls);
    expect(new Set(holders.map((message) => message.id)).size).toBe(2);
    expect(it.server.model.prompts).toHaveLength(3);
    await expectSameAsHydrated(it);
  });

  it("whose handler throws gives the model an error", async () => {
    const it = scene([{ calls: [title("c1")] }, { text: "It failed." }]);
    it.page.handlers = {
      title: () => {
        throw new Error("no title");
      },
    };
    await it.page.finish(await it.page.ask("Title?"));
    expect(inPrompt(it, 1)).toEqual({ c1: { type: "error-text", value: "no title" } });
    await expectSameAsHydrated(it);
  });

  it("whose handler throws may be followed by the next question in the same request", async () => {
    const it = scene([{ calls: [title("c1")] }, { text: "As you like." }]);
    it.page.handlers = {
      title: () => {
        throw new Error("no title");
      },
    };
    it.page.execute((await it.page.ask("Title?")).calls);
    await it.page.ask("Never mind.");
    expect(it.page.reply).toBe("As you like.");
    expect(it.server.model.prompts).toHaveLength(2);
    expect(inPrompt(it, 1)).toEqual({ c1: { type: "error-text", value: "no title" } });
    await expectSameAsHydrated(it);
  });
});

describe("a server tool", () => {
  it("beside a frontend tool runs once here, and its result is there before the handoff", async () => {
    const it = scene([{ text: "Both.", calls: [title("w1"), clock("s1")] }, { text: "Done." }]);
    const first = await it.page.ask("Time and title?");
    expect(first.calls.map((call) => call.id)).toEqual(["s1", "w1"]);
    expect(it.page.open(first.calls).map((call) => call.id)).toEqual(["w1"]);
    const result = it.page.messages.find((message) => message.role === "tool");
    expect(result).toMatchObject({ id: "result_s1", toolCallId: "s1", content: '{"time":"12:00"}' });
    await expectSameAsHydrated(it);
    it.page.execute(first.calls);
    await it.page.run();
    expect(it.server.counters.clock).toBe(1);
    expect(it.server.model.prompts).toHaveLength(2);
    await expectSameAsHydrated(it);
  });

  it("stands under its step's own id", async () => {
    const it = scene([{ text: "I look.", calls: [clock("s1")] }, { text: "Noon." }]);
    await it.page.ask("Time?");
    expect(it.page.messages.map((message) => message.role)).toEqual(["user", "assistant", "tool", "assistant"]);
    expect(it.page.messages[1]).toMatchObject({ content: "I look.", toolCalls: [{ id: "s1" }] });
    await expectSameAsHydrated(it);
  });

  it("that fails streams its text as content, marked only after a reload", async () => {
    const it = scene(
      [{ calls: [{ id: "f1", name: "fail", input: {} }] }, { text: "No such order." }],
      withTools(failing),
    );
    await it.page.ask("Look.");
    const frame = it.server.lastEvents.find(({ type }) => type === "TOOL_CALL_RESULT");
    expect(frame).toEqual({
      type: "TOOL_CALL_RESULT",
      messageId: "result_f1",
      toolCallId: "f1",
      content: "There is no such order.",
      role: "tool",
      metadata: { neuron: { outcome: "error" } },
    });
    expect(it.page.messages.find((message) => message.role === "tool")).not.toHaveProperty("error");
    const hydrated = (await it.server.hydrate()).messages.find((message) => message.role === "tool");
    expect(hydrated).toMatchObject({ content: "There is no such order.", error: "There is no such order." });
  });

  it("called with arguments that do not fit is refused with its result", async () => {
    const it = scene([
      {
        calls: [
          { id: "p1", name: "pay", input: { amount: "much" } },
          { id: "n1", name: "nothing", input: 5 },
        ],
      },
      { text: "Sorry." },
    ]);
    const run = await it.page.ask("Pay.");
    expect(it.page.open(run.calls)).toEqual([]);
    expect(run.calls.map((call) => call.id)).toEqual(["p1", "n1"]);
    expect(it.server.counters.pay).toEqual([]);
    await expectSameAsHydrated(it);
  });
});

describe("an approval", () => {
  it("is asked for before anything of the call is shown", async () => {
    const it = scene([{ calls: [copy("c1")] }, { text: "Done." }]);
    const first = await it.page.ask("Copy.");
    expect(first.calls).toEqual([]);
    expect(first.interrupts).toEqual([
      {
        id: "c1",
        reason: "confirmation",
        message: "May it copy?",
        responseSchema: {
          type: "object",
          properties: { approved: { type: "boolean" }, reason: { type: "string" } },
          required: ["approved"],
        },
        metadata: { callId: "c1", name: "copy", input: { text: "x" } },
      },
    ]);
    expect(it.page.messages.map((message) => message.role)).toEqual(["user"]);
    await expectSameAsHydrated(it);
  });

  it("comes after a snapshot of the request's state and of every message", async () => {
    const it = scene([{ text: "Hello" }, { text: "May I?", calls: [clock("s1"), pay("p1")] }]);
    await it.page.ask("Hi");
    it.page.agent.setState({ open: ["A-1001"] });
    await it.page.ask("Pay.");
    expect(types(it).slice(-3)).toEqual(["STATE_SNAPSHOT", "MESSAGES_SNAPSHOT", "RUN_FINISHED"]);
    const [state, messages] = it.server.lastEvents.slice(-3);
    expect(state).toMatchObject({ snapshot: { open: ["A-1001"] } });
    expect(messages).toMatchObject({ messages: it.page.messages });
    expect(it.page.messages).toHaveLength(5);
    await expectSameAsHydrated(it);
  });

  it("of a frontend tool is followed by its dispatch, and the handler runs once", async () => {
    const it = scene([{ calls: [copy("c1")] }, { text: "Copied." }]);
    const second = await it.page.decide(await it.page.ask("Copy."), () => ({ approved: true }));
    expect(second).toMatchObject({ interrupts: [], calls: [{ id: "c1", name: "copy", args: { text: "x" } }] });
    await expectSameAsHydrated(it);
    await it.page.finish(second);
    expect(it.page.started).toHaveLength(1);
    expect(it.server.model.prompts).toHaveLength(2);
    await expectSameAsHydrated(it);
  });

  it("of a server tool is followed by its execution, shown with its result", async () => {
    const it = scene([{ calls: [pay("p1")] }, { text: "Paid." }]);
    const second = await it.page.decide(await it.page.ask("Pay."), () => ({ approved: true }));
    expect(second.calls.map((call) => call.id)).toEqual(["p1"]);
    expect(it.page.open(second.calls)).toEqual([]);
    expect(it.server.counters.pay).toEqual([{ callId: "p1", amount: 500 }]);
    expect(it.page.messages.filter((message) => message.role === "tool")).toMatchObject([{ id: "result_p1" }]);
    await expectSameAsHydrated(it);
  });

  it("that is rejected shows call and reason together, and nothing runs", async () => {
    const it = scene([{ calls: [copy("c1")] }, { text: "As you like." }]);
    const second = await it.page.decide(await it.page.ask("Copy."), () => ({ approved: false, reason: "Not now" }));
    expect(second.calls.map((call) => call.id)).toEqual(["c1"]);
    expect(it.page.open(second.calls)).toEqual([]);
    expect(it.page.reply).toBe("As you like.");
    const result = it.page.messages.find((message) => message.role === "tool");
    expect(result?.content).toContain("Not now");
    expect((await it.server.hydrate()).messages.find((message) => message.role === "tool")).not.toHaveProperty("error");
    expect(inPrompt(it, 1).c1).toMatchObject({ type: "text", value: expect.stringContaining("not executed") });
    await expectSameAsHydrated(it);
  });

  it("that is cancelled is rejected", async () => {
    const it = scene([{ calls: [pay("p1")] }, { text: "As you like." }]);
    await it.page.ask("Pay.");
    await it.page.run([{ interruptId: "p1", status: "cancelled" }]);
    expect(it.server.counters.pay).toEqual([]);
    expect(inPrompt(it, 1).p1?.value).toContain("rejected");
    await expectSameAsHydrated(it);
  });

  it("of one call holds back the frontend calls of its batch, and they are dispatched together", async () => {
    const it = scene([{ calls: [title("w1"), pay("p1"), copy("w2"), clock("s1")] }, { text: "Done." }]);
    const first = await it.page.ask("All.");
    expect(first.calls.map((call) => call.id)).toEqual(["s1"]);
    expect(first.interrupts.map((interrupt) => interrupt.id)).toEqual(["p1", "w2"]);
    const second = await it.page.decide(first, () => ({ approved: true }));
    expect(second.calls.map((call) => call.id)).toEqual(["p1", "w1", "w2"]);
    await expectSameAsHydrated(it);
    await it.page.finish(second);
    expect(it.page.started.map((call) => call.id)).toEqual(["w1", "w2"]);
    expect(it.server.model.prompts).toHaveLength(2);
    expect(Object.keys(inPrompt(it, 1))).toEqual(["w1", "p1", "w2", "s1"]);
    await expectSameAsHydrated(it);
  });

  it.each([true, false])("beside a frontend call ends in exactly one model call (approved: %s)", async (approved) => {
    const it = scene([{ calls: [title("w1"), pay("p1")] }, { text: "Done." }]);
    await it.page.finish(await it.page.ask("Both."), () => approved);
    expect(it.server.model.prompts).toHaveLength(2);
    expect(it.server.counters.pay).toHaveLength(approved ? 1 : 0);
    await expectSameAsHydrated(it);
  });

  it("may be answered together with the next question: nothing runs, and the question starts", async () => {
    const it = scene([{ text: "May I?", calls: [pay("p1"), title("w1")] }, { text: "As you like." }]);
    await it.page.ask("Pay.");
    it.page.say("Something else.", "q2");
    const run = await it.page.run([{ interruptId: "p1", status: "cancelled" }]);
    expect(it.page.open(run.calls)).toEqual([]);
    expect(it.page.reply).toBe("As you like.");
    expect(it.server.counters.pay).toEqual([]);
    expect(Object.keys(inPrompt(it, 1))).toEqual(["p1", "w1"]);
    await expectSameAsHydrated(it);
  });

  it("decided by a tool message as well as by a resume runs once, and its output shows once", async () => {
    const it = scene([{ calls: [pay("p1")] }, { text: "Paid." }]);
    const first = await it.page.ask("Pay.");
    it.page.agent.addMessage({ id: "x", role: "tool", toolCallId: "p1", content: '{"approved":true}' });
    await it.page.decide(first, () => ({ approved: true }));
    expect(it.server.counters.pay).toHaveLength(1);
    expect(it.page.messages.filter((message) => message.role === "tool")).toMatchObject([
      { id: "result_p1", content: '{"paid":500}' },
    ]);
    await expectSameAsHydrated(it);
  });
});

describe("a long result of many bytes", () => {
  it("survives both directions", async () => {
    const long = "🧠 čeština — 日本語 \u2028 \u0000 ".repeat(2000);
    const it = scene([{ calls: [title("c1")] }, { text: long }]);
    it.page.handlers = { title: () => long };
    await it.page.finish(await it.page.ask("Title?"));
    expect(inPrompt(it, 1).c1?.value).toBe(long);
    expect(it.page.reply).toBe(long);
    await expectSameAsHydrated(it);
  });
});
