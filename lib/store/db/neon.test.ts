import { afterEach, expect, it } from "vitest";
import { createAgentStore } from "../agent-store";
import { createDatabase, findServer } from "../testing/databases";
import { aMessage, aRef, aRun, aWrite, deltas, numbered, start } from "../testing/fixtures";
import { startWsProxy } from "../testing/ws-proxy";
import { connect } from "./open";

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

const server = await findServer();

if (server) {
  it("Neon's driver speaks through a WebSocket: migrations, statements, transactions, concurrency", async () => {
    const { url, drop } = await createDatabase(server);
    cleanUp.push(drop);
    const { hostname, port } = new URL(url);
    const proxy = await startWsProxy({ host: hostname, port: Number(port || 5432) });
    cleanUp.push(proxy.stop);
    const database = await connect({ driver: "neon", url, wsProxy: proxy.address, poolSize: 3 });
    cleanUp.push(() => database.close());
    const store = createAgentStore(async () => database);
    const ref = aRef();
    const run = aRun(ref, { lastRecord: 1 });
    await start(store, ref, run, { records: [aMessage(run, 1)] });
    const text = "NUL \0, lone \ud800";
    const events = numbered(run, 1, deltas(text));
    expect(await store.write(run, aWrite(run, { events, lastRecord: 1 }))).toEqual({
      kind: "written",
      stopRequested: false,
    });
    expect((await store.readLog(ref, 0, 10)).events).toEqual(events);
    const others = Array.from({ length: 6 }, () => aRef());
    await Promise.all(others.map((other) => start(store, other)));
    await store.transact(ref, {}, () => ({ result: null, changes: [], reset: true }));
    expect((await store.read(ref, {})).thread).toBeNull();
    expect(await store.setting("secret", () => "made")).toBe("made");
  });
} else {
  it("Neon's driver is tested where a PostgreSQL server answers (TEST_DATABASE_URL)", () => expect(server).toBeNull());
}
