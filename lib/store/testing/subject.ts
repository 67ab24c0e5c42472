import type { AgentStore } from "../../agent/store";
import type { ThreadRef } from "../../workflow/types";
import { createAgentStore } from "../agent-store";
import type { Database } from "../database";
import { createOrderBook, type StoredOrderBook } from "../orders"; // only with order-desk

/** What a contract examines. Its fields are there once the suite has begun. */
export interface Subject {
  database: Database;
  store: AgentStore;
  orders: StoredOrderBook; // only with order-desk
  /** Lets the runs of a thread look as if they had been silent for so many seconds. */
  age(runId: string, seconds: number): Promise<void>;
  /** How many rows of any table belong to a thread. */
  rowsOf(ref: ThreadRef, runId: string): Promise<number>;
}

export function createSubject(database: Database): Subject {
  const openDatabase = async () => database;
  return {
    database,
    store: createAgentStore(openDatabase),
    orders: createOrderBook(openDatabase), // only with order-desk
    async age(runId, seconds) {
      await database.query({
        name: "test: age",
        text: "update runs set heartbeat_at = heartbeat_at - make_interval(secs => $2::float8) where id = $1::text",
        values: [runId, seconds],
      });
    },
    async rowsOf(ref, runId) {
      const [row] = await database.query<{ count: number }>({
        name: "test: rows",
        text: `select ((select count(*) from threads where id = $1::text)
          + (select count(*) from runs where id = $2::text) + (select count(*) from memos where run_id = $2::text)
          + (select count(*) from run_log where run_id = $2::text)
          + (select count(*) from messages where run_id = $2::text))::int as count`,
        values: [ref.threadId, runId],
      });
      return row?.count ?? 0;
    },
  };
}
