import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import type { Database, DatabaseConfig } from "./database";
import { migrationsFolder } from "./migrations";
import { openPoolDatabase, POOL_DEFAULTS } from "./pool";
import * as schema from "./schema";
import { createStats } from "./stats";

/** A PostgreSQL server through node-postgres. Connects and migrates. */
export async function openPg(config: DatabaseConfig & { driver: "pg" }): Promise<Database> {
  const { stats, logger } = createStats();
  const pool = new pg.Pool({
    ...POOL_DEFAULTS,
    connectionString: config.url,
    max: config.poolSize ?? POOL_DEFAULTS.max,
  });
  return openPoolDatabase<pg.PoolClient>({
    driver: "pg",
    pool,
    orm: drizzle({ client: pool, schema, logger }),
    stats,
    migrate: (client) => migrate(drizzle(client), { migrationsFolder: migrationsFolder(config) }),
  });
}
