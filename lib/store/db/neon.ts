import { neonConfig, Pool, type PoolClient } from "@neondatabase/serverless";
import { drizzle } from "drizzle-orm/neon-serverless";
import { migrate } from "drizzle-orm/neon-serverless/migrator";
import { WebSocket } from "ws";
import type { Database, DatabaseConfig } from "./database";
import { migrationsFolder } from "./migrations";
import { openPoolDatabase, POOL_DEFAULTS } from "./pool";
import * as schema from "./schema";
import { createStats } from "./stats";

/** Neon's driver throws what its WebSocket reports of a failure. That is an event; everybody else expects an Error. */
class ErrorSocket extends WebSocket {
  override addEventListener(...[type, listener, options]: Parameters<WebSocket["addEventListener"]>): void {
    if (type === "error") {
      const listen = listener as unknown as (error: Error) => void;
      this.on("error", (error) => listen(new Error(`Connection terminated: ${error.message}`, { cause: error })));
    } else {
      super.addEventListener(type, listener, options);
    }
  }
}

/** Neon over WebSocket: its HTTP driver has no transactions. Connects and migrates. */
export async function openNeon(config: DatabaseConfig & { driver: "neon" }): Promise<Database> {
  // Node 20 has no WebSocket of its own.
  neonConfig.webSocketConstructor = ErrorSocket;
  if (config.wsProxy) {
    neonConfig.wsProxy = config.wsProxy;
    neonConfig.useSecureWebSocket = false;
    // A plain proxy forwards bytes: it neither ends TLS nor answers before the server does.
    neonConfig.pipelineTLS = false;
    neonConfig.pipelineConnect = false;
  }
  const { stats, logger } = createStats();
  const pool = new Pool({
    ...POOL_DEFAULTS,
    connectionString: config.url,
    max: config.poolSize ?? POOL_DEFAULTS.max,
  });
  return openPoolDatabase<PoolClient>({
    driver: "neon",
    pool,
    orm: drizzle({ client: pool, schema, logger }),
    stats,
    migrate: (client) => migrate(drizzle(client), { migrationsFolder: migrationsFolder(config) }),
  });
}
