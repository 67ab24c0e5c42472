import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createAgentStore } from "../agent-store";
import { createDatabase, findServer } from "../testing/databases";
import { aRef, start } from "../testing/fixtures";
import { startWsProxy } from "../testing/ws-proxy";
import type { Database } from "./database";
import { connect } from "./open";

// What every driver has to do is in the store's contract, which runs over Neon's as well.
const UNAVAILABLE = { code: "unavailable", status: 503, message: "The database cannot be reached." };
const server = await findServer();

it("a proxy that does not answer is an Error that says why", async () => {
  const connecting = connect({ driver: "neon", url: "postgres://root@localhost/nothing", wsProxy: "localhost:1/v1" });
  await expect(connecting).rejects.toThrow(/^Connection terminated: /);
  const error = await connecting.catch((thrown: Error) => thrown.cause);
  expect(JSON.stringify(error)).toContain("ECONNREFUSED");
});

describe.skipIf(!server)("Neon's driver", () => {
  let database: Database;
  let proxy: Awaited<ReturnType<typeof startWsProxy>>;
  let drop: () => Promise<void>;
  beforeEach(async () => {
    const created = await createDatabase(server as string);
    const { hostname, port } = new URL(created.url);
    proxy = await startWsProxy({ host: hostname, port: Number(port || 5432) });
    database = await connect({ driver: "neon", url: created.url, wsProxy: proxy.address, poolSize: 2 });
    drop = created.drop;
  });
  afterEach(async () => {
    await database.close();
    await proxy.stop();
    await drop();
  });
  const sql = (text: string) => database.query({ name: text, text, values: [] });

  it("replaces a connection that breaks", async () => {
    const store = createAgentStore(async () => database);
    const ref = aRef();
    await start(store, ref);
    await expect(sql("select pg_terminate_backend(pg_backend_pid())")).rejects.toMatchObject({ code: "57P01" });
    expect((await store.read(ref, {})).run?.status).toBe("running");
  });

  it("tells everybody that the database cannot be reached once its proxy is gone", async () => {
    const store = createAgentStore(async () => database);
    const slow = createAgentStore(async () => {
      await sql("select pg_sleep(10)");
      return database;
    }).read(aRef(), {});
    await Promise.all([expect(slow).rejects.toMatchObject(UNAVAILABLE), proxy.stop()]);
    await expect(store.read(aRef(), {})).rejects.toMatchObject(UNAVAILABLE);
    await expect(store.setting("secret", () => "made")).rejects.toMatchObject(UNAVAILABLE);
  });
});
