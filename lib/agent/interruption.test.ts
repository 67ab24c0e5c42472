import { beforeEach, describe, expect, it } from "vitest";
import type { NumberedAgentEvent } from "./events";
import { messageText } from "./messages";
import { type Counters, REF, testAgent, types } from "./testing/desk";
import { MemoryStore } from "./testing/memory-store";
import { ScriptedModel, type ScriptedStep } from "./testing/scripted-model";

let store: MemoryStore;
let counters: Counters;

beforeEach(() => {
  store = new MemoryStore();
  counters = { clock: 0, pay: [] };
});

const agentWith = (...steps: ScriptedStep[]) => testAgent(store, new ScriptedModel(steps), counters);
const explode = (id: string) => ({ id, name: "explode", input: {} });
const clock = (id: string) => ({ id, name: "clock", input: {} });
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe("what an interrupted run leaves behind", () => {
  it("several open calls of a failed run are closed one by one when the next turn starts", async () => {
    const agent = agentWith({ calls: [explode("x1"), explode("x2"), explode("x3")] }, { text: "Next" });
    expect((await (await agent.stream("one")).settled()).run.status).toBe("failed");
    expect((await (await agent.stream("two")).settled()).run.status).toBe("completed");
    const results = store.messages(REF.threadId).filter((message) => message.role === "tool");
    expect(results.map((message) => message.callId)).toEqual(["x1", "x2", "x3"]);
  });

  it("the log of a recovered run tells each stored result once", async () => {
    const agent = agentWith({ calls: [clock("s1"), explode("x1")] }, { text: "Noon" });
    const { run } = await (await agent.stream("time")).settled();
    expect(run.status).toBe("failed");
    await (await agent.recover({ runId: run.runId, attempt: run.attempt })).settled();
    const results = store
      .log(REF.threadId)
      .flatMap(({ event }) => (event.type === "tool-result" ? [event.callId] : []));
    expect(results.sort()).toEqual(["s1", "x1"]);
    expect(counters.clock).toBe(1);
  });

  it("the log of an abandoned run keeps the results that are stored", async () => {
    const agent = agentWith({ calls: [clock("s1"), explode("x1")] });
    expect((await (await agent.stream("time")).settled()).run.status).toBe("failed");
    await agent.abandon();
    const results = store
      .log(REF.threadId)
      .flatMap(({ event }) => (event.type === "tool-result" ? [event.callId] : []));
    expect(results.sort()).toEqual(["s1", "x1"]);
  });

  it("what a failed step had logged is void once the run is recovered", async () => {
    const agent = testAgent(store, new ScriptedModel([{ calls: [explode("x1")] }, { text: "Well" }]), counters, {
      middleware: [
        async function* (event, _context, next) {
          if (event.type === "tools") {
            yield { type: "custom", name: "tools", value: null };
            await pause(20);
          }
          return yield* next();
        },
      ],
    });
    const { run } = await (await agent.stream("go")).settled();
    const customs = () => types(store.log(REF.threadId)).filter((type) => type === "custom").length;
    expect([run.status, customs()]).toEqual(["failed", 1]);
    await (await agent.recover({ runId: run.runId, attempt: run.attempt })).settled();
    expect(customs()).toBe(1);
    expect(types(store.log(REF.threadId))).not.toContain("run-failed");
  });
});

/** A promise and what resolves it. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

describe("a stop", () => {
  const asking = (hold: Promise<void>) => ({ text: "Hm ", hold, calls: [{ id: "c1", name: "title", input: {} }] });

  it.each(["before", "after"])("ends a run that is suspended %s the request reaches its row", async (moment) => {
    const { open, opened } = gate();
    const owner = agentWith(asking(opened));
    const handle = await owner.stream("title?");
    const elsewhere = testAgent(store, new ScriptedModel([]), counters);
    const request = store.requestStop.bind(store);
    store.requestStop = async (ref, runId) => {
      if (moment === "after") await request(ref, runId);
      open();
      await handle.settled();
      return moment === "after" || request(ref, runId);
    };
    expect(await elsewhere.stop()).toBe(true);
    expect((await owner.inspect())?.run?.status).toBe("cancelled");
    const [result] = store.messages(REF.threadId).filter((message) => message.callId === "c1");
    expect(result?.blocks[0]).toMatchObject({ outcome: { type: "stopped" } });
  });

  it("ends a run whose owner does not answer, and the owner can store nothing any more", async () => {
    const { open, opened } = gate();
    const owner = agentWith({ text: "Never ", hold: opened });
    await owner.stream("tell");
    await pause(20);
    const write = store.write.bind(store);
    store.write = () => new Promise(() => {});
    const elsewhere = testAgent(store, new ScriptedModel([{ text: "Next" }]), counters, {}, 60, { stopWaitMs: 50 });
    expect(await elsewhere.stop()).toBe(true);
    expect((await elsewhere.inspect())?.run?.status).toBe("cancelled");
    store.write = write;
    open();
    expect((await (await elsewhere.stream("next")).settled()).run.status).toBe("completed");
    expect(store.messages(REF.threadId).map(messageText)).not.toContain("Never ");
  });
});

describe("a process that has lost its run", () => {
  it("keeps no event of the new owner from its readers", async () => {
    const { open, opened } = gate();
    const owner = agentWith({ text: "Old ", hold: opened });
    await owner.stream("both titles?");
    await pause(20);
    store.age(REF.threadId, 3600);
    const calls = ["c1", "c2"].map((id) => ({ id, name: "title", input: {} }));
    const other = testAgent(store, new ScriptedModel([{ text: "New ", calls }]), counters);
    const reading = collect(owner.follow(0));
    await pause(20);
    await (await other.recover()).settled();
    // The old owner does not know yet, and is the one that takes the next answer.
    await owner.submitToolResults({ c1: { result: "one" } }).accept();
    open();
    const seen = (await reading).map(({ number }) => number);
    const last = seen.at(-1) ?? 0;
    const stored = store.log(REF.threadId).map(({ number }) => number);
    expect(stored.filter((number) => number <= last && !seen.includes(number))).toEqual([]);
    expect(types(await collect(owner.follow(0)))).toContain("calls-dispatched");
  });
});

async function collect(events: AsyncIterable<NumberedAgentEvent>): Promise<NumberedAgentEvent[]> {
  const all: NumberedAgentEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}
