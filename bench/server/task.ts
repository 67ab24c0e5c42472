/** What the bench asks of the server's database: it may be embedded, so only the server itself reaches it. */
export type DatabaseTask =
  | { task: "stats" }
  | { task: "sizes" }
  /** Gives the session a thread of that many messages. */
  | { task: "seed"; threadId: string; messages: number };

/** Running totals since the server's start. */
export interface StatsAnswer {
  driver: string;
  /** Statements sent, `begin` and `commit` included. */
  statements: number;
  /** Explicit transactions. Every other statement is a transaction of its own. */
  transactions: number;
}

/** Bytes of all tables, after everything dead has been cleared away. */
export interface SizesAnswer {
  /** Rows as they are stored, compressed where PostgreSQL compresses, by table. */
  rows: Record<string, number>;
  /** Whole pages of tables, their indexes and TOAST. */
  relations: number;
}
