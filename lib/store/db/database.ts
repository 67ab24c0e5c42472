import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import type * as schema from "./schema";

/** Where the data lives. Values come from the caller: nothing here reads the environment. */
export type DatabaseConfig = (
  | {
      driver: "pglite";
      /** The embedded database goes into `pglite` in this folder; `memory://` makes one that is forgotten. */
      dataDir: string;
    }
  | { driver: "pg"; url: string; poolSize?: number }
  | {
      driver: "neon";
      url: string;
      poolSize?: number;
      /** `host:port/path` of a local WebSocket proxy, spoken to without TLS. */
      wsProxy?: string;
    }
) & {
  /** Folder of the generated migrations; default: `drizzle` in the working directory. */
  migrationsFolder?: string;
};

export type DatabaseDriver = DatabaseConfig["driver"];

/** One SQL statement with its values. Statements of one name have one text. */
export interface Statement {
  /** Under which connections keep the statement prepared; at most 63 characters. */
  name: string;
  text: string;
  values: unknown[];
}

export interface Executor {
  /** One statement, one round trip. Rows as the driver parses them: json as values, so ask for json or text. */
  query<Row>(statement: Statement): Promise<Row[]>;
}

/** Running totals since the client was opened. */
export interface DatabaseStats {
  /** SQL statements sent, `begin` and `commit` included. */
  statements: number;
  /** Explicit transactions, each of them holding a connection from `begin` to `commit`. */
  transactions: number;
}

export type Orm = PgDatabase<PgQueryResultHKT, typeof schema>;

/** An open client. The hot paths send statements of their own; everything else goes through drizzle. */
export interface Database extends Executor {
  readonly driver: DatabaseDriver;
  readonly orm: Orm;
  readonly stats: DatabaseStats;
  /** Inside `work` use only `tx`: under PGlite the outer client waits for the transaction's end. */
  transaction<R>(work: (tx: Executor) => Promise<R>): Promise<R>;
  close(): Promise<void>;
}

/** Opens the client at first use and returns the same one ever after. */
export type OpenDatabase = () => Promise<Database>;
