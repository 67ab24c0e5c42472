import type { Database, DatabaseDriver, DatabaseStats, Executor, Orm, Statement } from "./database";
import { NoTransactionsError } from "./errors";
import { MIGRATION_LOCK } from "./migrations";

interface QueryConfig {
  name?: string;
  text: string;
  values?: unknown[];
}

/** The part of a `pg` client that is used here; Neon's has the same. */
export interface PoolClientLike {
  query(config: QueryConfig): Promise<{ rows: unknown[] }>;
  on(event: "error", listener: () => void): unknown;
  off(event: "error", listener: () => void): unknown;
  release(destroy?: boolean): void;
}

/** The part of a `pg` pool that is used here. */
export interface PoolLike<Client extends PoolClientLike> {
  connect(): Promise<Client>;
  query(config: QueryConfig): Promise<{ rows: unknown[] }>;
  end(): Promise<void>;
  on(event: "error", listener: () => void): unknown;
}

// A connection that breaks while nothing waits for it emits `error`, which would end the process if nobody listened.
// Whoever uses the connection next gets the failure, so there is nothing to do here.
const ignoreLoss = () => {};

/** Settings that every pool shares. Ten connections are plenty: none is held across a model or tool call. */
export const POOL_DEFAULTS = { max: 10, keepAlive: true, connectionTimeoutMillis: 10_000 };

async function checkOut<Client extends PoolClientLike>(pool: PoolLike<Client>): Promise<Client> {
  const client = await pool.connect();
  client.on("error", ignoreLoss);
  return client;
}

function giveBack(client: PoolClientLike, reusable: boolean): void {
  client.off("error", ignoreLoss);
  client.release(!reusable);
}

/** What PgBouncer says when it pools by statement. */
const NO_TRANSACTIONS = /transaction blocks not allowed/i;

/**
 * Begins a transaction and makes sure that it is one: a driver or pooler that sends every statement on its own would let
 * everything look well until two decisions meet.
 */
async function beginProven(client: PoolClientLike): Promise<void> {
  const transactionId = async () => {
    const { rows } = await client.query({ text: "select pg_current_xact_id()::text as id" });
    return (rows[0] as { id: string }).id;
  };
  try {
    await client.query({ text: "begin" });
    const first = await transactionId();
    if ((await transactionId()) === first) return;
  } catch (error) {
    if (error instanceof Error && NO_TRANSACTIONS.test(error.message)) throw new NoTransactionsError();
    throw error;
  }
  throw new NoTransactionsError();
}

/**
 * Migrates under an advisory lock, so that any number of processes may start at once. The lock is the transaction's: behind
 * a pooler like Neon's, a session's lock would be taken on one connection and given back on another. What drizzle begins
 * inside is this transaction (PostgreSQL warns, no more), and what it commits as well.
 */
async function migrateLocked<Client extends PoolClientLike>(
  pool: PoolLike<Client>,
  migrate: (client: Client) => Promise<void>,
): Promise<void> {
  const client = await checkOut(pool);
  let done = false;
  try {
    await beginProven(client);
    await client.query({ text: `select pg_advisory_xact_lock(${MIGRATION_LOCK})` });
    await migrate(client);
    await client.query({ text: "commit" });
    done = true;
  } finally {
    // Closing the session is what ends the transaction after a failure.
    giveBack(client, done);
  }
}

/** A driver's parts of a database behind a connection pool. */
export interface PoolParts<Client extends PoolClientLike> {
  driver: DatabaseDriver;
  pool: PoolLike<Client>;
  orm: Orm;
  /** The counters that `orm` counts into. */
  stats: DatabaseStats;
  /** Applies the generated migrations on one connection. */
  migrate(client: Client): Promise<void>;
}

/** Connects, migrates, and offers the pool as a database. */
export async function openPoolDatabase<Client extends PoolClientLike>(parts: PoolParts<Client>): Promise<Database> {
  const { driver, pool, orm, stats } = parts;
  pool.on("error", ignoreLoss);
  try {
    await migrateLocked(pool, parts.migrate);
  } catch (error) {
    await pool.end();
    throw error;
  }
  async function send<Row>(client: PoolLike<Client> | Client, query: QueryConfig): Promise<Row[]> {
    stats.statements++;
    return (await client.query(query)).rows as Row[];
  }
  return {
    driver,
    orm,
    stats,
    query: (query) => send(pool, query),
    async transaction(work) {
      stats.transactions++;
      const client = await checkOut(pool);
      const tx: Executor = { query: (query: Statement) => send(client, query) };
      let reusable = false;
      try {
        await send(client, { text: "begin" });
        const result = await work(tx);
        await send(client, { text: "commit" });
        reusable = true;
        return result;
      } catch (error) {
        // If even the rollback fails the connection is gone, and with it the transaction.
        reusable = await send(client, { text: "rollback" }).then(
          () => true,
          () => false,
        );
        throw error;
      } finally {
        giveBack(client, reusable);
      }
    },
    close: () => pool.end(),
  };
}
