import { existsSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseConfig } from "./database";

/** Key of the advisory lock under which one process at a time migrates; drizzle's own `migrate()` takes none. */
export const MIGRATION_LOCK = 7_226_071;

/** The folder with the generated migrations: beside the server, both for `next start` and in a standalone build. */
export function migrationsFolder(config: DatabaseConfig): string {
  // Without the mark the bundler would take the whole working directory for a dependency.
  const folder = config.migrationsFolder ?? join(/* turbopackIgnore: true */ process.cwd(), "drizzle");
  if (!existsSync(join(/* turbopackIgnore: true */ folder, "meta", "_journal.json"))) {
    throw new Error(`No database migrations in ${folder}: start the server in the application's own folder.`);
  }
  return folder;
}
