/** What the composition root needs to give a store its database. */
export type { Database, DatabaseConfig, DatabaseDriver, DatabaseStats, OpenDatabase } from "./db/database";
export { DatabaseInUseError, StoredShapeError } from "./db/errors";
export { connect, openDatabase } from "./db/open";
