import type { Database, OpenDatabase } from "./db/database";
import { toStoreError } from "./db/errors";

/**
 * Does `work` on the open database.
 *
 * @throws AppError `unavailable` when the database cannot be opened or reached
 */
export async function reach<R>(openDatabase: OpenDatabase, work: (database: Database) => Promise<R>): Promise<R> {
  try {
    return await work(await openDatabase());
  } catch (error) {
    throw toStoreError(error);
  }
}
