import { expect, test } from "@playwright/test";
import { findServer } from "../../lib/store/testing/databases";
import { answerInParts, approve, callTools, followAndStop } from "../support/conversation";
import { startNeonServer } from "../support/neon-server";
import { ApiClient } from "../support/session";

test("Neon's driver carries the whole application", async () => {
  test.setTimeout(240_000);
  const postgres = await findServer();
  test.skip(!postgres, "No PostgreSQL server answers (TEST_DATABASE_URL).");
  const { server, dispose } = await startNeonServer(postgres ?? "");
  try {
    const api = await ApiClient.create(server.url);
    expect((await api.get("/api/health")).body).toMatchObject({ ok: true, database: "neon" });
    await callTools(api);
    await approve(api, "A-1001");
    await answerInParts(api);
    await followAndStop(api, [api]);
  } finally {
    await dispose();
  }
});
