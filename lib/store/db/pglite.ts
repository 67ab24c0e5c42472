import { mkdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { setImmediate } from "node:timers/promises";
import { PGlite } from "@electric-sql/pglite";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/pglite";
import { migrate } from "drizzle-orm/pglite/migrator";
import type { Database, DatabaseConfig, DatabaseStats, Executor } from "./database";
import { lockDirectory } from "./directory-lock";
import { migrationsFolder } from "./migrations";
import * as schema from "./schema";
import { createStats } from "./stats";

type Client = Pick<PGlite, "query">;

const inMemory = (dataDir: string) => dataDir.startsWith("memory://");

/** PostgreSQL inside this process, in a folder that no other process may open meanwhile. Migrates. */
export async function openPglite(config: DatabaseConfig & { driver: "pglite" }): Promise<Database> {
  const dataDir = inMemory(config.dataDir) ? config.dataDir : join(resolve(config.dataDir), "pglite");
  const folder = migrationsFolder(config);
  // PGlite does not lock its folder, and a second process silently destroys what the first one writes.
  const unlock = inMemory(dataDir) ? () => {} : await prepareFolder(dataDir);
  try {
    const client = await PGlite.create(dataDir);
    const { stats, logger } = createStats();
    const orm = drizzle({ client, schema, logger });
    await migrate(orm, { migrationsFolder: folder });
    // Nobody else can be working on a run, so every running one was left behind by a process that died.
    await orm.update(schema.runs).set({ heartbeatAt: sql`to_timestamp(0)` }).where(sql`status = 'running'`);
    return createPgliteDatabase(client, orm, stats, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

async function prepareFolder(dataDir: string): Promise<() => void> {
  await mkdir(dirname(dataDir), { recursive: true });
  return await lockDirectory(dataDir);
}

function createPgliteDatabase(
  client: PGlite,
  orm: Database["orm"],
  stats: DatabaseStats,
  unlock: () => void,
): Database {
  const toExecutor = (target: Client): Executor => ({
    async query<Row>({ text, values }: { text: string; values: unknown[] }) {
      stats.statements++;
      const { rows } = await target.query<Row>(text, values);
      // PGlite computes in this thread and answers within the same turn of the event loop: statements that follow one
      // another would keep everything else waiting.
      await setImmediate();
      return rows;
    },
  });
  return {
    driver: "pglite",
    orm,
    stats,
    ...toExecutor(client),
    transaction: (work) => {
      stats.transactions++;
      stats.statements += 2;
      return client.transaction((tx) => work(toExecutor(tx)));
    },
    async close() {
      await client.close();
      unlock();
    },
  };
}
