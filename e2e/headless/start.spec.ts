import { expect, test } from "@playwright/test";
import { startAutocommitProxy } from "../../lib/store/testing/autocommit-proxy";
import { createDatabase, findServer } from "../../lib/store/testing/databases";
import { AppServer, type AppServerOptions } from "../support/app-server";

test.describe.configure({ timeout: 180_000 });

/** What a server that refuses to start leaves in its log. */
async function refusal(options: AppServerOptions): Promise<string> {
  const outcome = await AppServer.start(options).catch((error: Error) => error);
  if (outcome instanceof Error) return outcome.message;
  await outcome.dispose();
  throw new Error("It started.");
}

test("a driver that has no transactions is refused at the start, with a sentence", async () => {
  const options = { databaseUrl: "postgres://root@localhost/test", env: { DATABASE_DRIVER: "neon-http" } };
  expect(await refusal(options)).toContain(
    "Neuron Next cannot start: DATABASE_DRIVER must be pglite, pg or neon. Others cannot be used: Neon's HTTP driver, " +
      "for one, has no transactions.\n",
  );
});

test("a database that keeps no transactions is refused at the start, with a sentence", async () => {
  const postgres = await findServer();
  test.skip(!postgres, "No PostgreSQL server answers (TEST_DATABASE_URL).");
  const database = await createDatabase(postgres ?? "");
  const { hostname, port } = new URL(database.url);
  const proxy = await startAutocommitProxy({ host: hostname, port: Number(port || 5432) });
  const through = new URL(database.url);
  through.host = `127.0.0.1:${proxy.port}`;
  try {
    expect(await refusal({ databaseUrl: through.href })).toContain(
      "Neuron Next cannot start: The database behind DATABASE_URL keeps no transactions: each statement reaches it alone.",
    );
  } finally {
    proxy.stop();
    await database.drop();
  }
});

test("Neon out of reach is said in a sentence", async () => {
  const env = { DATABASE_DRIVER: "neon", NEON_WS_PROXY: "127.0.0.1:1/v1" };
  expect(await refusal({ databaseUrl: "postgres://root@localhost/test", env })).toContain(
    "Neuron Next cannot start: The database cannot be reached: connect ECONNREFUSED 127.0.0.1:1\n",
  );
});
