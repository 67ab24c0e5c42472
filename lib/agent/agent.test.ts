import { describe, expect, it } from "vitest";
import { messageText } from "./messages";
import { agentWith, counters, expectClosedCalls, refusal, startEachAfresh, store } from "./testing/agent-scene";
import { eventsOf, REF, types } from "./testing/desk";

startEachAfresh();

describe("a plain turn", () => {
  it("streams bracketed events and stores question and answer", async () => {
    const { agent } = agentWith({ reasoning: "Hm.", text: "Hello there" });
    const handle = await agent.stream({ id: "u1", blocks: [{ type: "text", text: "Hi" }] });
    const events = await eventsOf(handle);
    const order = types(events).filter((type, index, all) => type !== all[index - 1]);
    expect(order).toEqual([
      "run-started",
      "user-message",
      "step-start",
      "reasoning-start",
      "reasoning-delta",
      "reasoning-end",
      "text-start",
      "text-delta",
      "text-end",
      "step-end",
      "run-completed",
    ]);
    expect(
      store.messages(REF.threadId).map((message) => [message.role, messageText(message), message.inContext]),
    ).toEqual([
      ["user", "Hi", true],
      ["assistant", "Hello there", true],
    ]);
    const numbers = events.map((event) => event.number);
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it("takes four transactions at most for a deferred-tool turn, besides delta writes", async () => {
    const { agent } = agentWith({ calls: [{ id: "c1", name: "title", input: {} }] }, { text: "The title is Desk" });
    await (await agent.stream("What is the title?")).settled();
    await agent.submitToolResults({ c1: { result: "Desk" } }).run();
    const commits = store.calls.filter(
      (call) => call.method === "transact" || (call.method === "write" && call.settles),
    );
    expect(commits.length).toBe(4);
  });

  it("answers a repeated message id by replaying it, not by a second question", async () => {
    const { agent, model } = agentWith({ text: "Once" });
    await (await agent.stream({ id: "u1", blocks: [{ type: "text", text: "Hi" }] })).settled();
    const again = await agent.stream({ id: "u1", blocks: [{ type: "text", text: "Hi" }] });
    expect(again.acceptance).toBe("replayed");
    expect(again.context.stored.map((message) => message.role)).toEqual(["user", "assistant"]);
    expect(model.prompts.length).toBe(1);
    expect(store.messages(REF.threadId).length).toBe(2);
  });

  it("replaces the answer on regenerate", async () => {
    const { agent, model } = agentWith({ text: "First" }, { text: "Second" });
    const question = { id: "u1", blocks: [{ type: "text" as const, text: "Hi" }] };
    await (await agent.stream(question)).settled();
    await (await agent.stream(question, { regenerate: true })).settled();
    const { messages } = await agent.history();
    expect(messages.map(messageText)).toEqual(["Hi", "Second"]);
    expect(model.prompts[1]?.prompt.map((message) => message.role)).toEqual(["system", "user"]);
  });

  it("asks the edited question on regenerate, in the place of the old one", async () => {
    const { agent, model } = agentWith({ text: "First" }, { text: "Second" }, { text: "Third" });
    const question = (text: string) => ({ id: "u1", blocks: [{ type: "text" as const, text }] });
    await (await agent.stream(question("Hi"))).settled();
    await (await agent.stream(question("Good evening"), { regenerate: true })).settled();
    expect((await agent.history()).messages.map(messageText)).toEqual(["Good evening", "Second"]);
    expect(JSON.stringify(model.prompts[1]?.prompt)).toContain("Good evening");
    expect(JSON.stringify(model.prompts[1]?.prompt)).not.toContain('"Hi"');
    expect((await refusal(agent.stream(question("  "), { regenerate: true }))).code).toBe("invalid-input");
    // Without `regenerate` another text under a known id stays a repeat.
    expect((await agent.stream(question("Other"))).acceptance).toBe("replayed");
    expect((await agent.history()).messages.map(messageText)).toEqual(["Good evening", "Second"]);
    await (await agent.stream({ id: "u2", blocks: [{ type: "text", text: "Next" }] })).settled();
    expect(JSON.stringify(model.prompts[2]?.prompt)).toContain("Good evening");
  });

  it("refuses a message id that belongs to an answer", async () => {
    const { agent } = agentWith({ text: "First" }, { text: "Second" });
    await (await agent.stream("Hi")).settled();
    const answer = store.messages(REF.threadId)[1];
    const error = await refusal(agent.stream({ id: answer?.id ?? "", blocks: [{ type: "text", text: "Mine" }] }));
    expect(error.code).toBe("invalid-input");
    expect(store.messages(REF.threadId)[1]).toEqual(answer);
  });
});

describe("a frontend tool", () => {
  it("suspends with the dispatched call and continues with its result", async () => {
    const { agent, model } = agentWith(
      { text: "Looking. ", calls: [{ id: "c1", name: "title", input: {} }] },
      { text: "It is Desk" },
    );
    const events = await eventsOf(await agent.stream("title?"));
    expect(types(events).slice(-2)).toEqual(["calls-dispatched", "run-suspended"]);
    const result = await agent.submitToolResults({ c1: { result: "Desk" } }).run();
    expect(result.run.status).toBe("completed");
    expect(result.getMessage()?.blocks).toEqual([{ type: "text", text: "It is Desk" }]);
    const tool = model.prompts[1]?.prompt.find((message) => message.role === "tool");
    expect(tool?.content).toEqual([
      { type: "tool-result", toolCallId: "c1", toolName: "title", output: { type: "text", value: "Desk" } },
    ]);
  });

  it.each([
    [false, "false"],
    [0, "0"],
    [null, "null"],
    ["", ""],
    [[], "[]"],
    [{}, "{}"],
    [{ a: [1, null] }, '{"a":[1,null]}'],
  ])("keeps the result %j and shows it to the model as text", async (value, text) => {
    const { agent, model } = agentWith({ calls: [{ id: "c1", name: "title", input: {} }] }, { text: "Ok" });
    await (await agent.stream("title?")).settled();
    await agent.submitToolResults({ c1: { result: value } }).run();
    const tool = model.prompts[1]?.prompt.find((message) => message.role === "tool");
    expect(tool?.content).toMatchObject([{ output: { type: "text", value: text } }]);
    const stored = store.messages(REF.threadId).find((message) => message.callId === "c1");
    expect(stored?.blocks[0]).toMatchObject({ outcome: { type: "result", value } });
  });

  it("keeps two calls of one tool apart and waits for both", async () => {
    const { agent, model } = agentWith(
      {
        calls: [
          { id: "c1", name: "title", input: {} },
          { id: "c2", name: "title", input: {} },
        ],
      },
      { text: "Done" },
    );
    await (await agent.stream("titles?")).settled();
    const partial = await agent.submitToolResults({ c2: { result: "two" } }).accept();
    expect(partial.acceptance).toBe("kept");
    expect(model.prompts.length).toBe(1);
    const repeat = await agent.submitToolResults({ c2: { result: "two" } }).accept();
    expect(repeat.acceptance).toBe("kept");
    const conflict = await refusal(agent.submitToolResults({ c2: { result: "other" } }).accept());
    expect([conflict.code, conflict.details.settled]).toEqual(["conflict", { c2: { type: "result", value: "two" } }]);
    await agent.submitToolResults({ c1: { error: "no window" } }).run();
    const tool = model.prompts[1]?.prompt.find((message) => message.role === "tool");
    expect(tool?.content).toMatchObject([
      { toolCallId: "c1", output: { type: "error-text", value: "no window" } },
      { toolCallId: "c2", output: { type: "text", value: "two" } },
    ]);
  });

  it("refuses results for a finished run, an earlier turn and unknown ids, and stores nothing", async () => {
    const { agent } = agentWith(
      { calls: [{ id: "c1", name: "title", input: {} }] },
      { text: "Done" },
      { calls: [{ id: "c2", name: "title", input: {} }] },
    );
    await (await agent.stream("title?")).settled();
    await agent.submitToolResults({ c1: { result: "Desk" } }).run();
    const finished = await refusal(agent.submitToolResults({ c1: { result: "Desk" } }).accept());
    expect([finished.code, finished.message.includes("no persisted run"), finished.details.settled]).toEqual([
      "no-run",
      true,
      { c1: { type: "result", value: "Desk" } },
    ]);
    await (await agent.stream("again?")).settled();
    const before = store.messages(REF.threadId);
    const earlier = await refusal(agent.submitToolResults({ c1: { result: "Desk" } }).accept());
    expect([earlier.code, earlier.message.includes("no matching continuation input")]).toEqual(["no-match", true]);
    const mixed = await refusal(agent.submitToolResults({ c2: { result: "x" }, nope: { result: 1 } }).accept());
    expect(mixed.code).toBe("no-match");
    expect(store.messages(REF.threadId)).toEqual(before);
    const phase = await refusal(agent.submitApprovalDecisions({ c2: "approve" }).accept());
    expect(phase.code).toBe("wrong-phase");
  });

  it("runs two steps in a row", async () => {
    const { agent, model } = agentWith(
      { calls: [{ id: "c1", name: "title", input: {} }] },
      { calls: [{ id: "c2", name: "title", input: {} }] },
      { text: "Both" },
    );
    await (await agent.stream("twice?")).settled();
    expect((await agent.submitToolResults({ c1: { result: 1 } }).run()).isInterrupted()).toBe(true);
    expect((await agent.submitToolResults({ c2: { result: 2 } }).run()).run.status).toBe("completed");
    for (const { prompt } of model.prompts) expectClosedCalls(prompt);
  });

  it("mints an id of its own when the provider repeats one", async () => {
    const call = { id: "same", name: "title", input: {} };
    const { agent, model } = agentWith({ calls: [call] }, { calls: [call] }, { text: "Done" });
    await (await agent.stream("twice?")).settled();
    const second = await agent.submitToolResults({ same: { result: 1 } }).run();
    const callId = second.getInterruptRequest()?.request.calls[0]?.callId ?? "";
    expect(callId).toMatch(/^call_/);
    await agent.submitToolResults({ [callId]: { result: 2 } }).run();
    expectClosedCalls(model.prompts[2]?.prompt ?? []);
  });
});

describe("an approval", () => {
  it("runs the server tool once after approval, and only then", async () => {
    const { agent } = agentWith({ calls: [{ id: "p1", name: "pay", input: { amount: 250 } }] }, { text: "Paid" });
    const first = await (await agent.stream("pay")).settled();
    expect(first.getInterruptRequest()).toMatchObject({
      type: "approval",
      request: {
        calls: [{ callId: "p1", toolName: "pay", input: { amount: 250 }, reason: "Payments above 100 need approval." }],
      },
    });
    expect(counters.pay).toEqual([]);
    await agent.submitApprovalDecisions({ p1: "approve" }).run();
    expect(counters.pay).toEqual([{ callId: "p1", amount: 250 }]);
    const late = await refusal(agent.submitApprovalDecisions({ p1: "reject" }).accept());
    expect(late.details.settled).toMatchObject({ p1: { approved: true, type: "result" } });
  });

  it("tells the model of a rejection with its reason, also in the next turn, and runs nothing", async () => {
    const { agent, model } = agentWith(
      { calls: [{ id: "p1", name: "pay", input: { amount: 250 } }] },
      { text: "Understood" },
      { text: "Hello" },
    );
    await (await agent.stream("pay")).settled();
    await agent.submitApprovalDecisions({ p1: ["reject", "Too much"] }).run();
    await agent.chat("Hello");
    expect(counters.pay).toEqual([]);
    for (const { prompt } of model.prompts.slice(1)) {
      const tool = prompt.filter((message) => message.role === "tool").flatMap(({ content }) => content);
      expect(tool).toMatchObject([{ toolCallId: "p1" }]);
      expect(JSON.stringify(tool)).toContain("not executed. Reason: Too much");
    }
  });

  it("runs server tools first, dispatches frontend calls only when every approval is decided", async () => {
    const { agent, model } = agentWith(
      {
        calls: [
          { id: "w1", name: "title", input: {} },
          { id: "s1", name: "clock", input: {} },
          { id: "p1", name: "pay", input: { amount: 250 } },
          { id: "k1", name: "copy", input: { text: "x" } },
        ],
      },
      { text: "All" },
    );
    const first = await (await agent.stream("all")).settled();
    expect(first.getInterruptRequest()?.request.calls.map((call) => call.callId)).toEqual(["p1", "k1"]);
    expect(counters.clock).toBe(1);
    const early = await refusal(agent.submitToolResults({ w1: { result: "x" } }).accept());
    expect(early.code).toBe("wrong-phase");
    expect((await agent.submitApprovalDecisions({ p1: "approve" }).accept()).acceptance).toBe("kept");
    expect(counters.pay).toEqual([]);
    const second = await agent.submitApprovalDecisions({ k1: "reject" }).run();
    expect(counters.pay.length).toBe(1);
    expect(second.getInterruptRequest()?.request.calls.map((call) => call.callId)).toEqual(["w1"]);
    await agent.submitToolResults({ w1: { result: "Desk" } }).run();
    expect(counters).toMatchObject({ clock: 1, pay: [{ callId: "p1" }] });
    expectClosedCalls(model.prompts[1]?.prompt ?? []);
    expect(model.prompts.length).toBe(2);
  });

  it("refuses a new message while it is open, and takes one that comes with the decision", async () => {
    const { agent, model } = agentWith(
      { calls: [{ id: "p1", name: "pay", input: { amount: 250 } }] },
      { text: "Next" },
    );
    await (await agent.stream("pay")).settled();
    const refused = await refusal(agent.stream("something else"));
    expect([refused.code, refused.details.pending]).toMatchObject([
      "run-in-flight",
      { type: "approval", calls: [{ callId: "p1" }] },
    ]);
    const translator = {
      translate: () => ({
        answers: { p1: { type: "approval" as const, approved: false, reason: "Never mind" } },
        strict: false,
        message: { id: "u2", blocks: [{ type: "text" as const, text: "something else" }] },
      }),
      messageId: () => "u2",
    };
    const result = await agent.submitInputs({}, translator).run();
    expect(result.run.status).toBe("completed");
    expect(model.prompts.length).toBe(2);
    expectClosedCalls(model.prompts[1]?.prompt ?? []);
    expect(JSON.stringify(model.prompts[1]?.prompt)).toContain("Never mind");
    expect(counters.pay).toEqual([]);
  });
});
