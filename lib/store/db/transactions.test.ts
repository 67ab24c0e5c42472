import pg from "pg";
import { expect, it } from "vitest";
import { startAutocommitProxy } from "../testing/autocommit-proxy";
import { createDatabase, findServer } from "../testing/databases";
import { startWsProxy } from "../testing/ws-proxy";
import type { DatabaseConfig } from "./database";
import { NoTransactionsError } from "./errors";
import { connect } from "./open";
import { openPoolDatabase, type PoolClientLike, type PoolLike } from "./pool";

const server = await findServer();

it.skipIf(!server).each(["pg", "neon"] as const)(
  "a database without transactions is refused before anything is stored in it (%s)",
  async (driver) => {
    const { url, drop } = await createDatabase(server as string);
    const { hostname, port } = new URL(url);
    const autocommit = await startAutocommitProxy({ host: hostname, port: Number(port || 5432) });
    const webSocket = await startWsProxy({ host: "127.0.0.1", port: autocommit.port });
    const through = new URL(url);
    through.host = `127.0.0.1:${autocommit.port}`;
    const config: DatabaseConfig =
      driver === "pg" ? { driver, url: through.href } : { driver, url, wsProxy: webSocket.address };
    try {
      await expect(connect(config)).rejects.toThrow(NoTransactionsError);
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      const { rows } = await client.query("select tablename from pg_tables where tablename in ('runs', 'threads')");
      await client.end();
      expect(rows).toEqual([]);
    } finally {
      await webSocket.stop();
      autocommit.stop();
      await drop();
    }
  },
);

it("a pooler that refuses transactions is refused with the same sentence", async () => {
  const client: PoolClientLike = {
    query: async () => {
      throw Object.assign(new Error("transaction blocks not allowed in statement pooling mode"), { code: "08P01" });
    },
    on: () => {},
    off: () => {},
    release: () => {},
  };
  let migrated = false;
  const pool: PoolLike<PoolClientLike> = {
    connect: async () => client,
    query: client.query,
    end: async () => {},
    on: () => {},
  };
  const opening = openPoolDatabase({
    driver: "pg",
    pool,
    orm: {} as never,
    stats: { statements: 0, transactions: 0 },
    migrate: async () => {
      migrated = true;
    },
  });
  await expect(opening).rejects.toThrow(
    "The database behind DATABASE_URL keeps no transactions: each statement reaches it alone. Let the pooler in front " +
      "of it pool by transaction or by session, or name the database's own host.",
  );
  expect(migrated).toBe(false);
});
