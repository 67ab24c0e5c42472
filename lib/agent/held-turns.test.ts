import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { connect } from "../store/database";
import { createDatabase, findServer } from "../store/testing/databases";
import { durableGround } from "../store/testing/ground";
import { createAgent } from "./create-agent";
import { defineAgent } from "./define-agent";
import { testAgentConfig } from "./testing/desk";
import { ScriptedModel } from "./testing/scripted-model";

const POOL = 3;
const TURNS = 10;

const server = await findServer();

/** Resolves when it has been called so many times. */
function meetingOf(count: number): () => Promise<void> {
  let arrived = 0;
  let open = () => {};
  const met = new Promise<void>((resolve) => {
    open = resolve;
  });
  return () => {
    arrived += 1;
    if (arrived === count) open();
    return met;
  };
}

// The embedded database has one connection, which a transaction has for itself.
it.skipIf(!server)(`${TURNS} turns that wait for the model hold none of ${POOL} connections`, async () => {
  const { url, drop } = await createDatabase(server as string);
  const database = await connect({ driver: "pg", url, poolSize: POOL });
  let answer = () => {};
  const hold = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const model = new ScriptedModel(Array.from({ length: TURNS }, () => ({ text: "At last.", hold })));
  const agent = createAgent(defineAgent(testAgentConfig({ clock: 0, pay: [] })), {
    store: durableGround("held turns", database).store,
    model,
    onError: () => {},
  });
  try {
    const turns = Array.from({ length: TURNS }, async () => {
      const handle = await agent.for({ threadId: randomUUID(), ownerId: "owner" }).stream("Hello");
      return (await handle.settled()).run.status;
    });
    await expect.poll(() => model.prompts.length, { timeout: 15_000 }).toBe(TURNS);
    // Each of these has a connection for itself until the last one has: there is no other left.
    const meet = meetingOf(POOL);
    await Promise.all(Array.from({ length: POOL }, () => database.transaction(meet)));
    answer();
    expect(await Promise.all(turns)).toEqual(Array(TURNS).fill("completed"));
  } finally {
    answer();
    await database.close();
    await drop();
  }
});
