import type { AgentStore } from "../agent/store";
import { databaseDriver, type Env, readEnv } from "../env";
import { createAgentStore } from "../store/agent-store";
import { type DatabaseConfig, type OpenDatabase, openDatabase } from "../store/database";

/** Opens this process's database at first use, migrated. */
export const database: OpenDatabase = () => openDatabase(databaseConfig(readEnv()));

/** The durable store; nothing is opened before it is asked for something. */
export function agentStore(): AgentStore {
  return createAgentStore(database);
}

/** Where the environment says that the data lives. */
export function databaseConfig(env: Env): DatabaseConfig {
  const driver = databaseDriver(env);
  if (driver === "pglite") return { driver, dataDir: env.DATA_DIR };
  const url = env.DATABASE_URL ?? "";
  return driver === "pg" ? { driver, url } : { driver, url, ...(env.NEON_WS_PROXY && { wsProxy: env.NEON_WS_PROXY }) };
}
