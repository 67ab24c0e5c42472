import { getEventListeners } from "node:events";
import { beforeEach, describe, expect, it } from "vitest";
import type { AgentConfig } from "./define-agent";
import { type Counters, eventsOf, REF, testAgent } from "./testing/desk";
import { MemoryStore } from "./testing/memory-store";
import { ScriptedModel, type ScriptedStep } from "./testing/scripted-model";

let store: MemoryStore;
let counters: Counters;

beforeEach(() => {
  store = new MemoryStore();
  counters = { clock: 0, pay: [] };
});

const title = (id: string) => ({ id, name: "title", input: {} });
const clock = (id: string) => ({ id, name: "clock", input: {} });

/** A model that never comes to an end by itself. */
const endless = (step: (n: number) => ScriptedStep) => new ScriptedModel(Array.from({ length: 40 }, (_, n) => step(n)));
const agentOn = (model: ScriptedModel, extra: Partial<AgentConfig> = {}) => testAgent(store, model, counters, extra);

describe("a run's model steps", () => {
  it("are limited when the model only calls the server's tools", async () => {
    const model = endless((n) => ({ calls: [clock(`s${n}`)] }));
    const { run } = await (await agentOn(model, { maxSteps: 3, toolMaxRuns: 100 }).stream("time")).settled();
    expect(run).toMatchObject({ status: "failed", error: { code: "step-limit" } });
    expect([model.prompts.length, counters.clock]).toEqual([3, 3]);
  });

  it("are limited over all continuations, however eagerly a page answers", async () => {
    const model = endless((n) => ({ calls: [title(`c${n}`)] }));
    const agent = agentOn(model, { maxSteps: 3, toolMaxRuns: 100 });
    let { run } = await (await agent.stream("title?")).settled();
    for (let n = 0; run.status === "suspended"; n++)
      run = (await agent.submitToolResults({ [`c${n}`]: { result: n } }).run()).run;
    expect(run).toMatchObject({ status: "failed", error: { code: "step-limit" } });
    expect(model.prompts).toHaveLength(3);
  });

  it("are limited where an agent does not say how", async () => {
    const model = endless((n) => ({ calls: [clock(`s${n}`)] }));
    const { run } = await (await agentOn(model, { toolMaxRuns: 100 }).stream("time")).settled();
    expect(run).toMatchObject({ status: "failed", error: { code: "step-limit" } });
    expect(model.prompts.length).toBeLessThan(30);
  });

  it("leave nothing behind that listens for the run's end", async () => {
    const listening: number[] = [];
    const model = new ScriptedModel([{ calls: [clock("s1")] }, { calls: [clock("s2")] }, { text: "Noon." }]);
    const agent = agentOn(model, {
      middleware: [
        async function* (_event, { signal }, next) {
          const before = getEventListeners(signal, "abort").length;
          const result = yield* next();
          listening.push(getEventListeners(signal, "abort").length - before);
          return result;
        },
      ],
    });
    await (await agent.stream("time")).settled();
    expect(listening.length).toBeGreaterThan(5);
    expect(listening.every((count) => count === 0)).toBe(true);
  });

  it("begin anew with the next question", async () => {
    const model = new ScriptedModel([
      { calls: [clock("s1")] },
      { text: "Noon." },
      { calls: [clock("s2")] },
      { text: "One." },
    ]);
    const agent = agentOn(model, { maxSteps: 2 });
    for (const question of ["time", "again"])
      expect((await (await agent.stream(question)).settled()).run.status).toBe("completed");
  });
});

describe("a tool's executions", () => {
  it("are limited over all continuations of a run", async () => {
    const model = new ScriptedModel([
      { calls: [clock("s1"), title("c1")] },
      { calls: [clock("s2"), title("c2")] },
      { calls: [clock("s3")] },
      { text: "Enough." },
    ]);
    const agent = agentOn(model, { toolMaxRuns: 2 });
    await (await agent.stream("time")).settled();
    await agent.submitToolResults({ c1: { result: 1 } }).run();
    await agent.submitToolResults({ c2: { result: 2 } }).run();
    expect(counters.clock).toBe(2);
    expect(JSON.stringify(model.prompts[3]?.prompt)).toContain("reached its limit");
  });
});

describe("a step that ends in an error", () => {
  it("has none of its calls executed, neither here nor in the browser", async () => {
    const model = new ScriptedModel([{ calls: [clock("s1"), title("c1")], finish: "error" }, { text: "Next." }]);
    const agent = agentOn(model);
    const handle = await agent.stream("time");
    const events = (await eventsOf(handle)).map(({ event }) => event.type);
    expect((await handle.settled()).run).toMatchObject({ status: "failed", error: { code: "model-error" } });
    expect(counters.clock).toBe(0);
    expect(events).not.toContain("calls-dispatched");
    expect((await (await agent.stream("again")).settled()).run.status).toBe("completed");
  });
});

describe("a wait", () => {
  it("never expires by itself: after a year nobody may recover it, and its answer goes on", async () => {
    const agent = agentOn(new ScriptedModel([{ calls: [title("c1")] }, { text: "Desk." }]));
    const { run } = await (await agent.stream("title?")).settled();
    store.age(REF.threadId, 365 * 24 * 3600);
    await expect(agent.recover({ runId: run.runId, attempt: run.attempt })).rejects.toMatchObject({
      code: "run-in-flight",
    });
    await expect(agent.stream("another")).rejects.toMatchObject({ code: "run-in-flight" });
    expect((await agent.submitToolResults({ c1: { result: "Desk" } }).run()).run.status).toBe("completed");
  });
});

describe("an answer", () => {
  it.each([
    ["calls-dispatched", { calls: [title("c1")] }],
    ["approval-requested", { calls: [{ id: "p1", name: "pay", input: { amount: 250 } }] }],
  ] as const)("that comes in the instant in which %s is read is accepted", async (shown, step) => {
    const model = new ScriptedModel([{ calls: [...step.calls] }, { text: "Done." }]);
    const agent = agentOn(model);
    const handle = await agent.stream("go");
    const answers: Promise<unknown>[] = [];
    for await (const { event } of handle.events()) {
      if (event.type !== shown) continue;
      const submission =
        shown === "calls-dispatched"
          ? agent.submitToolResults({ c1: { result: "Desk" } })
          : agent.submitApprovalDecisions({ p1: "approve" });
      answers.push(submission.run());
    }
    expect(await Promise.all(answers)).toMatchObject([{ run: { status: "completed" } }]);
    expect(model.prompts).toHaveLength(2);
  });
});
