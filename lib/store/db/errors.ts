import { AppError } from "../../errors";

/** The embedded database's folder belongs to another process. */
export class DatabaseInUseError extends Error {
  constructor(dataDir: string, pid: number) {
    super(
      `The embedded database in ${dataDir} is in use by another process (pid ${pid}). ` +
        "Stop that process, give this one a folder of its own (DATA_DIR), or set DATABASE_URL to a PostgreSQL server, which " +
        "any number of processes may share.",
    );
    this.name = "DatabaseInUseError";
  }
}

/** Statements reach the database one by one, so that neither decisions nor migrations would be whole. */
export class NoTransactionsError extends Error {
  constructor() {
    super(
      "The database behind DATABASE_URL keeps no transactions: each statement reaches it alone. Let the pooler in front " +
        "of it pool by transaction or by session, or name the database's own host.",
    );
    this.name = "NoTransactionsError";
  }
}

/** A stored value does not have the shape that its version promises. */
export class StoredShapeError extends Error {
  constructor(what: string, problem: string) {
    super(`${what} cannot be read: ${problem}`);
    this.name = "StoredShapeError";
  }
}

/** PostgreSQL's error of a failed statement, under whatever the layers above wrapped it in. */
function findDatabaseError(error: unknown): { code: string; constraint?: string } | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string") {
      const constraint = "constraint" in cause && typeof cause.constraint === "string" ? cause.constraint : undefined;
      return { code: cause.code, constraint };
    }
  }
  return null;
}

export function isUniqueViolation(error: unknown, constraint: string): boolean {
  const found = findDatabaseError(error);
  return found?.code === "23505" && found.constraint === constraint;
}

/** The transaction was chosen as a deadlock's victim or could not be serialised: the same work may succeed now. */
export function isRetryable(error: unknown): boolean {
  const code = findDatabaseError(error)?.code;
  return code === "40001" || code === "40P01";
}

const LOST_CONNECTION_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ETIMEDOUT",
  "EPIPE",
  "53300", // too many connections
  "57P01", // the server is being shut down
  "57P02",
  "57P03", // the server is starting up
]);

// pg reports these without a code.
const LOST_CONNECTION =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

function isConnectionLoss(error: unknown): boolean {
  const code = findDatabaseError(error)?.code;
  if (code !== undefined && (LOST_CONNECTION_CODES.has(code) || code.startsWith("08"))) return true;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (LOST_CONNECTION.test(cause.message)) return true;
    if (cause instanceof AggregateError && cause.errors.some(isConnectionLoss)) return true;
  }
  return false;
}

/** What the store throws: refusals as they are, an unreachable database as `unavailable`, the rest unchanged. */
export function toStoreError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  if (error instanceof DatabaseInUseError) {
    return new AppError("unavailable", "The embedded database is in use by another process.", {}, { cause: error });
  }
  if (isConnectionLoss(error)) {
    return new AppError("unavailable", "The database cannot be reached.", {}, { cause: error });
  }
  if (isUniqueViolation(error, "runs_live")) {
    return new AppError("stale", "Another run of this thread has started meanwhile.", {}, { cause: error });
  }
  return error;
}
