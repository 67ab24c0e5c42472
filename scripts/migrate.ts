// Brings the database that the environment names up to date, and ends. A server does the same when it starts; this is for
// deployments that want it done, or failed, before the new version goes live.
import { databaseDriver, readEnv } from "../lib/env";
import { databaseConfig } from "../lib/server/database";
import { connect } from "../lib/store/database";

try {
  const env = readEnv();
  const driver = databaseDriver(env);
  if (driver === "pglite" && process.env.VERCEL) {
    throw new Error("DATABASE_URL must be set on Vercel: its functions have no disk for the embedded database.");
  }
  await (await connect(databaseConfig(env))).close();
  console.log(`The database is up to date (${driver}).`);
} catch (error) {
  const { cause, message } = error instanceof Error ? error : { cause: undefined, message: String(error) };
  console.error(`The database could not be migrated: ${cause instanceof Error ? cause.message : message}`);
  process.exitCode = 1;
}
