import { describe, expect, it, vi } from "vitest";
import { messageText } from "./messages";
import { agentWith, counters, refusal, startEachAfresh, store } from "./testing/agent-scene";
import { eventsOf, REF, testAgent, types } from "./testing/desk";
import { ScriptedModel, type ScriptedStep } from "./testing/scripted-model";

startEachAfresh();

describe("what goes wrong", () => {
  it("fails the run when the provider fails after streaming began; the next message works", async () => {
    const { agent, model } = agentWith({ text: "I was about ", error: new Error("socket") }, { text: "Fine" });
    const events = await eventsOf(await agent.stream("one"));
    expect(types(events).slice(-3)).toEqual(["text-end", "step-end", "run-failed"]);
    expect(JSON.stringify(events)).not.toContain("socket");
    const result = await (await agent.stream("two")).settled();
    expect(result.run.status).toBe("completed");
    const prompt = JSON.stringify(model.prompts[1]?.prompt);
    expect(prompt).not.toContain("one");
    expect(prompt).not.toContain("I was about");
    const { messages } = await agent.history();
    expect(messages.map(messageText)).toEqual(["one", "I was about ", "two", "Fine"]);
  });

  it("recovers a failed run from its last committed step; server tools are not run again", async () => {
    const { agent, model } = agentWith(
      { calls: [{ id: "s1", name: "clock", input: {} }] },
      { text: "It ", error: new Error("x") },
      { text: "It is noon" },
    );
    const failed = await (await agent.stream("time")).settled();
    expect(failed.run.status).toBe("failed");
    const recovered = await (await agent.recover({ runId: failed.run.runId, attempt: failed.run.attempt })).settled();
    expect(recovered.run.status).toBe("completed");
    expect(counters.clock).toBe(1);
    expect(model.prompts.length).toBe(3);
    expect((await agent.history()).messages.map(messageText)).toEqual(["time", "", "", "It is noon"]);
    const stale = await refusal(agent.recover({ runId: failed.run.runId, attempt: 99 }));
    expect(stale.code).toBe("stale");
  });

  it("turns unknown tools and bad arguments into error results, a bounded number of times", async () => {
    const bad: ScriptedStep = { calls: [{ id: "b1", name: "nope", input: {} }] };
    const { agent, model } = agentWith(
      bad,
      { calls: [{ id: "b2", name: "pay", input: { amount: "much" } }] },
      { calls: [{ id: "b3", name: "pay", input: "{not json" }] },
      { calls: [{ id: "b4", name: "nope", input: {} }] },
    );
    const result = await (await agent.stream("bad")).settled();
    expect(result.run).toMatchObject({ status: "failed", error: { code: "invalid-calls" } });
    expect(JSON.stringify(model.prompts[3]?.prompt)).toContain("not valid JSON");
    expect(JSON.stringify(model.prompts[1]?.prompt)).toContain("There is no tool named");
    expect(counters.pay).toEqual([]);
  });

  it.each(["length", "content-filter"] as const)("never executes calls of a step that ended by %s", async (finish) => {
    const { agent } = agentWith({ calls: [{ id: "s1", name: "clock", input: {} }], finish }, { text: "Next" });
    const result = await (await agent.stream("time")).settled();
    expect(result.run.status).toBe("completed");
    expect(counters.clock).toBe(0);
    expect((await (await agent.stream("again")).settled()).run.status).toBe("completed");
  });

  it("fails the run when a tool's exception escapes, and says so to nobody but the log", async () => {
    const { agent } = agentWith({ calls: [{ id: "x1", name: "explode", input: {} }] }, { text: "After" });
    const result = await (await agent.stream("explode")).settled();
    expect(result.run).toMatchObject({ status: "failed", error: { code: "internal" } });
    expect(JSON.stringify(store.log(REF.threadId))).not.toContain("boom");
    const next = await (await agent.stream("next")).settled();
    expect(next.run.status).toBe("completed");
    expect((await agent.history()).messages.find((message) => message.callId === "x1")?.blocks[0]).toMatchObject({
      outcome: { type: "error" },
    });
  });

  it("turns an escaped exception into a result when the agent has a handler", async () => {
    const model = new ScriptedModel([{ calls: [{ id: "x1", name: "explode", input: {} }] }, { text: "I see" }]);
    const agent = testAgent(store, model, counters, {
      toolErrorHandler: (error) => ({ type: "error", message: (error as Error).message }),
    });
    expect((await (await agent.stream("explode")).settled()).run.status).toBe("completed");
    expect(JSON.stringify(model.prompts[1]?.prompt)).toContain("boom");
  });

  it("stops a run in the middle of its text: the text stays, the next message works", async () => {
    const { agent, model } = agentWith({ text: "Once upon ", hold: new Promise(() => {}) }, { text: "Yes" });
    const handle = await agent.stream("tell");
    const seen: string[] = [];
    for await (const { event } of handle.events()) {
      seen.push(event.type);
      if (event.type === "text-delta") void agent.stop();
    }
    expect(seen.at(-1)).toBe("run-cancelled");
    expect(seen.filter((type) => type === "text-end").length).toBe(1);
    expect((await (await agent.stream("next")).settled()).run.status).toBe("completed");
    const prompt = JSON.stringify(model.prompts[1]?.prompt);
    expect(prompt).toContain("Once upon ");
    expect(await agent.stop()).toBe(false);
  });

  it("stops a suspended run: open calls read stopped", async () => {
    const { agent } = agentWith({ calls: [{ id: "c1", name: "title", input: {} }] }, { text: "Next" });
    await (await agent.stream("title?")).settled();
    expect(await agent.stop()).toBe(true);
    expect((await agent.inspect())?.run?.status).toBe("cancelled");
    expect(store.messages(REF.threadId).find((message) => message.callId === "c1")?.blocks[0]).toMatchObject({
      outcome: { type: "stopped" },
    });
    const late = await refusal(agent.submitToolResults({ c1: { result: 1 } }).accept());
    expect([late.code, late.details.settled]).toMatchObject(["no-run", { c1: { type: "stopped" } }]);
    expect((await (await agent.stream("next")).settled()).run.status).toBe("completed");
  });

  it("refuses the commits of a process whose run was taken over", async () => {
    let release = () => {};
    const hold = new Promise<void>((resolve) => {
      release = resolve;
    });
    const old = testAgent(store, new ScriptedModel([{ text: "Old ", hold }]), counters, {}, 60);
    const { run } = await old.stream("question");
    await vi.waitFor(() => expect(types(store.log(REF.threadId))).toContain("text-delta"));
    store.age(REF.threadId, 3600);
    const other = testAgent(store, new ScriptedModel([{ text: "New answer" }]), counters, {}, 60);
    const recovered = await (await other.recover({ runId: run.runId, attempt: 1 })).settled();
    expect(recovered.run.status).toBe("completed");
    release();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await other.history()).messages.map(messageText)).toEqual(["question", "New answer"]);
    expect(JSON.stringify(store.log(REF.threadId))).toContain("step-discarded");
  });

  it("gives a call an unknown outcome when its process died while it ran", async () => {
    const crash = new Error("killed");
    let dead = false;
    store.before = (call) => {
      if (dead && call.method === "write") throw crash;
    };
    const model = new ScriptedModel([{ calls: [{ id: "s1", name: "clock", input: {} }] }]);
    const agent = testAgent(store, model, counters, {
      middleware: [
        async function* (event, context, next) {
          if (event.type === "tools") {
            const mark = context.markStarted;
            (context as { markStarted: typeof mark }).markStarted = async (keys) => {
              await mark(keys);
              dead = true;
            };
          }
          return yield* next();
        },
      ],
    });
    const { run } = await agent.stream("time");
    await new Promise((resolve) => setTimeout(resolve, 3200));
    dead = false;
    store.age(REF.threadId, 3600);
    const after = new ScriptedModel([{ text: "I do not know" }]);
    const recovered = await (
      await testAgent(store, after, counters).recover({ runId: run.runId, attempt: 1 })
    ).settled();
    expect(recovered.run.status).toBe("completed");
    expect(counters.clock).toBe(1);
    expect(JSON.stringify(after.prompts[0]?.prompt)).toContain("may or may not have been executed");
  });

  it("keeps provider metadata over a pause", async () => {
    const providerMetadata = { anthropic: { signature: "c2lnbmF0dXJl+/=" } };
    const { agent, model } = agentWith(
      { reasoning: "Hm", calls: [{ id: "c1", name: "title", input: {} }], providerMetadata },
      { text: "Ok" },
    );
    await (await agent.stream("title?")).settled();
    await agent.submitToolResults({ c1: { result: "Desk" } }).run();
    const assistant = model.prompts[1]?.prompt.find((message) => message.role === "assistant");
    expect(assistant?.content).toMatchObject([
      { type: "reasoning", text: "Hm", providerOptions: providerMetadata },
      { type: "tool-call", providerOptions: providerMetadata },
    ]);
  });

  it("limits how often a tool runs in one run", async () => {
    const model = new ScriptedModel([
      { calls: [1, 2, 3].map((n) => ({ id: `s${n}`, name: "clock", input: {} })) },
      { text: "Enough" },
    ]);
    const agent = testAgent(store, model, counters, { toolMaxRuns: 2 });
    await (await agent.stream("time")).settled();
    expect(counters.clock).toBe(2);
    expect(JSON.stringify(model.prompts[1]?.prompt)).toContain("reached its limit");
  });
});
