import { expect, test } from "@playwright/test";
import { createDatabase, findServer } from "../../lib/store/testing/databases";
import { startWsProxy } from "../../lib/store/testing/ws-proxy";
import { AppServer } from "../support/app-server";
import { answerInParts, approve, callTools, followAndStop } from "../support/conversation";
import { ApiClient } from "../support/session";

/** The whole server on Neon's driver: WebSocket, through a proxy, to a real PostgreSQL. */
test("Neon's driver carries the whole application", async () => {
  test.setTimeout(240_000);
  const postgres = await findServer();
  test.skip(!postgres, "No PostgreSQL server answers (TEST_DATABASE_URL).");
  const database = await createDatabase(postgres ?? "");
  const { hostname, port } = new URL(database.url);
  const proxy = await startWsProxy({ host: hostname, port: Number(port || 5432) });
  const env = { DATABASE_DRIVER: "neon", NEON_WS_PROXY: proxy.address };
  const server = await AppServer.start({ databaseUrl: database.url, env });
  try {
    const api = await ApiClient.create(server.url);
    expect((await api.get("/api/health")).body).toMatchObject({ ok: true, database: "neon" });
    await callTools(api);
    await approve(api, "A-1001");
    await answerInParts(api);
    await followAndStop(api, [api]);
  } finally {
    await server.dispose();
    await proxy.stop();
    await database.drop();
  }
});
