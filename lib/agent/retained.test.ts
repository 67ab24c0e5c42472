import { afterAll, describe, expect, it } from "vitest";
import { createAgentStore } from "../store/agent-store";
import { testTargets } from "../store/testing/databases";
import { createAgent } from "./create-agent";
import { defineAgent } from "./define-agent";
import type { AgentStore } from "./store";
import { REF, testAgent, testAgentConfig } from "./testing/desk";
import { MemoryStore } from "./testing/memory-store";
import { ScriptedModel } from "./testing/scripted-model";

// The seeds, "Failed turns, pending approvals, and the lease": durable completion delivery.
const stores: [string, AgentStore][] = [["memory", new MemoryStore()]];
for (const target of await testTargets()) {
  const { database, drop } = await target.create();
  stores.push([target.name, createAgentStore(async () => database)]);
  afterAll(drop);
}

describe.each(stores)("a completion that is retained until it is acknowledged (%s)", (_name, store) => {
  async function completed() {
    const model = new ScriptedModel([{ text: "First answer" }, { text: "Second answer" }]);
    const config = testAgentConfig({ clock: 0, pay: [] }, { retainCompletionUntilAcknowledged: true });
    const threadId = `retained-${Math.random().toString(36).slice(2)}`;
    const agent = createAgent(defineAgent(config), { store, model, leaseSeconds: 60 }).for({ ...REF, threadId });
    const { run } = await (await agent.stream("one")).settled();
    expect(run.status).toBe("completed");
    return { agent, model, run };
  }

  it("blocks the next turn and the reset, and is handed out again as often as it is asked for", async () => {
    const { agent, model, run } = await completed();
    await expect(agent.stream("two")).rejects.toMatchObject({ code: "run-in-flight" });
    await expect(agent.resetConversation()).rejects.toMatchObject({ code: "run-in-flight" });
    for (const fence of [undefined, { runId: run.runId, attempt: run.attempt }]) {
      const again = await (await agent.recover(fence)).settled();
      expect(again.run.runId).toBe(run.runId);
      expect(JSON.stringify(again.getMessage())).toContain("First answer");
    }
    expect(model.prompts).toHaveLength(1);
  });

  it("is let go by exactly its run id, once", async () => {
    const { agent, run } = await completed();
    await expect(agent.acknowledge("run_another")).rejects.toMatchObject({ code: "stale" });
    await expect(agent.stream("two")).rejects.toMatchObject({ code: "run-in-flight" });
    expect(await agent.acknowledge(run.runId)).toBe(true);
    expect(await agent.acknowledge(run.runId)).toBe(false);
    await expect(agent.recover()).rejects.toMatchObject({ code: "no-run" });
    const next = await (await agent.stream("two")).settled();
    expect(next.run.status).toBe("completed");
    await expect(agent.acknowledge(run.runId)).rejects.toMatchObject({ code: "stale" });
  });
});

it("nothing is there to acknowledge on a thread without a run", async () => {
  const agent = testAgent(new MemoryStore(), new ScriptedModel([]), { clock: 0, pay: [] });
  await expect(agent.acknowledge("run_1")).rejects.toMatchObject({ code: "no-run" });
});
