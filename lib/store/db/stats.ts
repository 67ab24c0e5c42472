import type { Logger } from "drizzle-orm/logger";
import type { DatabaseStats } from "./database";

/** Counters of one client, and the drizzle logger that counts the statements drizzle sends. */
export function createStats(): { stats: DatabaseStats; logger: Logger } {
  const stats: DatabaseStats = { statements: 0, transactions: 0 };
  const logger: Logger = {
    logQuery() {
      stats.statements++;
    },
  };
  return { stats, logger };
}
