import { beforeEach, expect, it } from "vitest";
import { createAgent } from "./create-agent";
import { defineAgent } from "./define-agent";
import { REF, testAgentConfig } from "./testing/desk";
import { MemoryStore } from "./testing/memory-store";
import { ScriptedModel, type ScriptedStep } from "./testing/scripted-model";

let store: MemoryStore;

beforeEach(() => {
  store = new MemoryStore();
});

const say = (text: string): ScriptedStep => ({ text });
const askTitle: ScriptedStep = { calls: [{ id: "c1", name: "title", input: {} }] };
const question = (id: string, model?: string) => ({
  id,
  blocks: [{ type: "text" as const, text: "Hi" }],
  ...(model && { model }),
});

/** A process with these models, on the one store of the test. */
function agentWith(scripts: Record<string, ScriptedStep[]>, missing: { id: string; problem: string }[] = []) {
  const [first, ...others] = Object.entries(scripts).map(([id, steps]) => new ScriptedModel(steps, id));
  const definition = defineAgent(testAgentConfig({ clock: 0, pay: [] }));
  const models = { model: first as ScriptedModel, otherModels: [...others, ...missing] };
  return createAgent(definition, { store, ...models, onError: () => {} }).for(REF);
}

/** The model of each step that the thread has taken. */
const stepModels = () =>
  store.log(REF.threadId).flatMap(({ event }) => (event.type === "step-start" ? event.model : []));

it("answers with the default, then with what was chosen, and goes on with that until something else is", async () => {
  const agent = agentWith({ a: [say("1"), say("4")], b: [say("2"), say("3")] });
  for (const [id, model] of [["q1"], ["q2", "b"], ["q3"], ["q4", "a"]] as const) await agent.chat(question(id, model));
  expect(stepModels()).toEqual(["a", "b", "b", "a"]);
});

it("keeps a run on its model after a wait, in another process and for whoever answers", async () => {
  await agentWith({ a: [], b: [askTitle] }).chat(question("q1", "b"));
  const result = await agentWith({ a: [], b: [say("Done")] })
    .submitToolResults({ c1: { result: "Desk" } })
    .run();
  expect(result.run.status).toBe("completed");
  expect(stepModels()).toEqual(["b", "b"]);
});

it("goes on with the default when a run's model is no longer configured", async () => {
  await agentWith({ a: [], b: [askTitle] }).chat(question("q1", "b"));
  const later = agentWith({ a: [say("Done"), say("Again")] });
  expect((await later.submitToolResults({ c1: { result: "Desk" } }).run()).run.status).toBe("completed");
  await later.chat(question("q2"));
  expect(stepModels()).toEqual(["b", "a", "a"]);
});

it("takes the chosen model for a question that comes with the answers", async () => {
  const agent = agentWith({ a: [askTitle], b: [say("Next")] });
  await agent.chat(question("q1"));
  const answers = { c1: { type: "outcome" as const, outcome: { type: "error" as const, message: "Cancelled" } } };
  const translator = {
    translate: () => ({ answers, strict: false, message: question("q2", "b") }),
    messageId: () => "q2",
  };
  expect((await agent.submitInputs({}, translator).run()).run.status).toBe("completed");
  expect(stepModels()).toEqual(["a", "b"]);
});

it("refuses a model that nobody has configured or that lacks its key, and stores nothing", async () => {
  const agent = agentWith({ a: [say("1")] }, [{ id: "c", problem: "c needs C_KEY to be set." }]);
  const refused = { code: "invalid-input", message: "model: expected one of the configured models, a, c." };
  await expect(agent.chat(question("q1", "x"))).rejects.toMatchObject(refused);
  await expect(agent.chat(question("q1", "c"))).rejects.toMatchObject({
    code: "invalid-input",
    message: "c needs C_KEY to be set.",
  });
  expect(await agent.inspect()).toBeNull();
});

it("does not stay with a model that has lost its key, and a run that waits on it fails", async () => {
  const missing = [{ id: "b", problem: "b needs B_KEY to be set." }];
  await agentWith({ a: [], b: [askTitle] }).chat(question("q1", "b"));
  const later = agentWith({ a: [say("1")] }, missing);
  expect((await later.submitToolResults({ c1: { result: "Desk" } }).run()).run.status).toBe("failed");
  await later.chat(question("q2"));
  expect(stepModels()).toEqual(["b", "b", "a"]);
});
