import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventsOf, testAgent } from "../agent/testing/desk";
import { ScriptedModel } from "../agent/testing/scripted-model";
import { createAgentStore } from "./agent-store";
import type { Database } from "./database";
import { type TestDatabase, testTargets } from "./testing/databases";

/** What a statement is for. Each is a transaction of its own. */
function purposeOf({ name, text }: { name: string; text: string }): string {
  if (/^(snapshot|used call ids)/.test(name)) return "read";
  if (/^writes? /.test(name)) return /status = '(suspended|completed)'/.test(text) ? "settlement" : "log";
  return name.replace(/ \S+$/, "");
}

for (const target of await testTargets()) {
  describe(`what a turn costs the database (${target.name})`, () => {
    let created: TestDatabase;
    beforeAll(async () => {
      created = await target.create();
    });
    afterAll(() => created.drop());

    /** An agent whose every statement is written down. */
    function counting(steps: ConstructorParameters<typeof ScriptedModel>[0]) {
      const sent: string[] = [];
      const { database } = created;
      const counted: Database = {
        ...database,
        query: (statement) => {
          sent.push(purposeOf(statement));
          return database.query(statement);
        },
        transaction: (work) => {
          sent.push("explicit transaction");
          return database.transaction(work);
        },
      };
      const store = createAgentStore(async () => counted);
      return { sent, agent: testAgent(store, new ScriptedModel(steps), { clock: 0, pay: [] }) };
    }

    it("a plain turn takes two writing transactions besides those that only add to its log", async () => {
      const { sent, agent } = counting([{ text: "Good morning." }]);
      await eventsOf(await agent.stream("Hello"));
      expect(sent.filter((purpose) => purpose !== "log")).toEqual(["read", "insert run", "settlement"]);
    });

    it("a deferred-tool turn takes four writing transactions besides those that only add to its log", async () => {
      const { sent, agent } = counting([
        { text: "I will look.", calls: [{ id: "call_1", name: "title", input: {} }] },
        { text: "The title is Desk." },
      ]);
      await eventsOf(await agent.stream("What is the title?"));
      const answered = agent.submitToolResults({ call_1: { result: "Desk" } });
      await eventsOf(await answered.accept());
      expect(sent.filter((purpose) => purpose !== "log")).toEqual([
        "read",
        "insert run",
        "read",
        "settlement",
        "read",
        "update run",
        "settlement",
      ]);
    });
  });
}
