import { describe, expect, it } from "vitest";
import type { NumberedAgentEvent } from "../agent/events";
import { type Counters, eventsOf, REF, testAgent, types } from "../agent/testing/desk";
import { MemoryStore } from "../agent/testing/memory-store";
import { ScriptedModel } from "../agent/testing/scripted-model";
import { RunLostError } from "./follow";

const counters = (): Counters => ({ clock: 0, pay: [] });

async function collect(events: AsyncIterable<NumberedAgentEvent>): Promise<NumberedAgentEvent[]> {
  const all: NumberedAgentEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

describe("readers of the log", () => {
  it("in another process sees the same events in the same order, while the run goes on", async () => {
    const store = new MemoryStore();
    let release = () => {};
    const hold = new Promise<void>((resolve) => {
      release = resolve;
    });
    const here = testAgent(store, new ScriptedModel([{ text: "a b c", hold }]), counters());
    const elsewhere = testAgent(store, new ScriptedModel([]), counters());
    const handle = await here.stream("go");
    const local = eventsOf(handle);
    const attached = await elsewhere.attach();
    const remote = collect(elsewhere.follow(0));
    setTimeout(release, 150);
    expect(await remote).toEqual(await local);
    expect(attached?.context.dispatcher).toBe(false);
  });

  it("of a response ends at the suspension, although another segment starts at once", async () => {
    const store = new MemoryStore();
    const model = new ScriptedModel([{ calls: [{ id: "c1", name: "title", input: {} }] }, { text: "Done" }]);
    const agent = testAgent(store, model, counters());
    const first = await agent.stream("go");
    const reading: string[] = [];
    for await (const { event } of first.events()) {
      reading.push(event.type);
      if (event.type === "calls-dispatched")
        void agent
          .submitToolResults({ c1: { result: 1 } })
          .accept()
          .catch(() => {});
    }
    expect(reading.at(-1)).toBe("run-suspended");
    expect(reading).not.toContain("run-resumed");
  });

  it("that comes late can have what is at hand in whole pieces: same text, same last number", async () => {
    const store = new MemoryStore();
    const agent = testAgent(store, new ScriptedModel([{ text: "one two three four", pace: 10 }]), counters());
    const all = await eventsOf(await agent.stream("go"));
    const merged = await collect(agent.follow(0, { merged: true }));
    const text = (events: NumberedAgentEvent[]) =>
      events.map(({ event }) => (event.type === "text-delta" ? event.delta : "")).join("");
    expect(text(merged)).toBe(text(all));
    expect(merged.filter(({ event }) => event.type === "text-delta")).toHaveLength(1);
    expect(all.filter(({ event }) => event.type === "text-delta").length).toBeGreaterThan(1);
    expect(types(merged)).toEqual(
      types(all).filter((type, index, list) => type !== "text-delta" || type !== list[index - 1]),
    );
    expect(merged.at(-1)).toEqual(all.at(-1));
    // Reading on after any of them continues without a gap or a repeat.
    for (const { number } of merged)
      expect(await collect(agent.follow(number))).toEqual(all.filter((event) => event.number > number));
  });

  it("continues after any number without a gap or a repeat", async () => {
    const store = new MemoryStore();
    const agent = testAgent(store, new ScriptedModel([{ text: "one two three" }]), counters());
    const all = await eventsOf(await agent.stream("go"));
    for (const { number } of all) {
      const tail = await collect(agent.follow(number));
      expect(tail).toEqual(all.filter((event) => event.number > number));
    }
  });

  it("of a dead run ends with an error instead of waiting for ever", async () => {
    const store = new MemoryStore();
    const agent = testAgent(
      store,
      new ScriptedModel([{ text: "a ", hold: new Promise(() => {}) }]),
      counters(),
      {},
      0.3,
    );
    await agent.stream("go");
    await new Promise((resolve) => setTimeout(resolve, 50));
    const elsewhere = testAgent(store, new ScriptedModel([]), counters(), {}, 0.3);
    store.age(REF.threadId, 10);
    await expect(collect(elsewhere.follow(0))).rejects.toBeInstanceOf(RunLostError);
    await agent.stop();
  });

  it("that leaves stops nothing", async () => {
    const store = new MemoryStore();
    const agent = testAgent(store, new ScriptedModel([{ text: "one two three" }]), counters());
    const handle = await agent.stream("go");
    for await (const _ of handle.events()) break;
    const result = await handle.settled();
    expect(result.run.status).toBe("completed");
    expect(types(store.log(REF.threadId)).at(-1)).toBe("run-completed");
  });
});
