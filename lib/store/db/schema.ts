import { sql } from "drizzle-orm";
import {
  bigserial,
  boolean,
  index,
  integer,
  json,
  numeric, // only with order-desk
  pgTable,
  primaryKey,
  serial,
  smallint,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";

/*
 * Columns stand in the order that wastes no alignment bytes: eight-byte ones first, then four, two, one, then text.
 *
 * Everything that may carry a client's text is `json`, never `jsonb`: json keeps `\u0000` and lone surrogates as they
 * were written, jsonb refuses them. For the same reason no statement looks inside such a value with `->`.
 *
 * messages, run_log and memos have no foreign keys: every row of theirs is written by a statement that has just locked
 * its run, and a foreign key would lock the thread's row as well for each of them.
 */

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "string" });

/** One conversation. `pk` stands for the application's long id in every other table and index. */
export const threads = pgTable(
  "threads",
  {
    createdAt: instant("created_at").notNull().defaultNow(),
    /** Moved by every accepted command, not by the writes of a running segment. */
    updatedAt: instant("updated_at").notNull().defaultNow(),
    pk: serial("pk").primaryKey(),
    /** Raised by every decision; a decision made on an older version is void. */
    version: integer("version").notNull().default(1),
    id: text("id").notNull().unique(),
    ownerId: text("owner_id").notNull(),
    title: text("title").notNull(),
  },
  (t) => [index("threads_owner").on(t.ownerId)],
);

export const runs = pgTable(
  "runs",
  {
    /** Order in which runs were started. */
    ordinal: bigserial("ordinal", { mode: "number" }).notNull(),
    startedAt: instant("started_at").notNull().defaultNow(),
    heartbeatAt: instant("heartbeat_at").notNull().defaultNow(),
    endedAt: instant("ended_at"),
    threadPk: integer("thread_pk")
      .notNull()
      .references(() => threads.pk, { onDelete: "cascade" }),
    attempt: integer("attempt").notNull(),
    step: integer("step").notNull(),
    lastEvent: integer("last_event").notNull(),
    committedEvent: integer("committed_event").notNull(),
    firstEvent: integer("first_event").notNull(),
    lastRecord: integer("last_record").notNull(),
    /** The number before this run's first record: its records are found by range, without an index of their own. */
    firstRecord: integer("first_record").notNull(),
    /** Version of the shapes in `data`, `cursor`, `interrupt` and `error`. */
    v: smallint("v").notNull(),
    retained: boolean("retained").notNull().default(false),
    stopRequested: boolean("stop_requested").notNull().default(false),
    id: text("id").primaryKey(),
    key: text("key").notNull(),
    workflow: text("workflow").notNull(),
    status: text("status", { enum: ["running", "suspended", "completed", "failed", "cancelled"] }).notNull(),
    data: json("data").notNull(),
    cursor: json("cursor").notNull(),
    interrupt: json("interrupt"),
    error: json("error"),
  },
  (t) => [
    uniqueIndex("runs_live").on(t.threadPk).where(sql`status in ('running', 'suspended')`),
    index("runs_latest").on(t.threadPk, t.ordinal),
    index("runs_key").on(t.threadPk, t.key),
  ],
);

/** The conversation in our own format. The newest messages are read backwards along the primary key. */
export const messages = pgTable(
  "messages",
  {
    createdAt: instant("created_at").notNull(),
    threadPk: integer("thread_pk").notNull(),
    seq: integer("seq").notNull(),
    step: integer("step").notNull(),
    /** Version of the shape in `blocks`. */
    v: smallint("v").notNull(),
    inContext: boolean("in_context").notNull(),
    archived: boolean("archived").notNull(),
    id: text("id").notNull(),
    runId: text("run_id").notNull(),
    role: text("role", { enum: ["user", "assistant", "tool"] }).notNull(),
    callId: text("call_id"),
    supersededBy: text("superseded_by"),
    blocks: json("blocks").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.threadPk, t.seq] }),
    unique("messages_id").on(t.threadPk, t.id),
    uniqueIndex("messages_call").on(t.threadPk, t.callId).where(sql`call_id is not null and superseded_by is null`),
  ],
);

/** The run log: one row per write, not per event. */
export const runLog = pgTable(
  "run_log",
  {
    threadPk: integer("thread_pk").notNull(),
    firstNumber: integer("first_number").notNull(),
    lastNumber: integer("last_number").notNull(),
    /** Step of the row's first event. */
    step: integer("step").notNull(),
    /** Version of the encoding of `events`. */
    v: smallint("v").notNull(),
    runId: text("run_id").notNull(),
    events: json("events").notNull(),
  },
  (t) => [primaryKey({ columns: [t.threadPk, t.lastNumber] })],
);

/** What server tools have done in a run that has not ended well: `started` without a value is an unknown outcome. */
export const memos = pgTable(
  "memos",
  {
    runId: text("run_id").notNull(),
    key: text("key").notNull(),
    status: text("status", { enum: ["started", "done"] }).notNull(),
    value: json("value"),
  },
  (t) => [primaryKey({ columns: [t.runId, t.key] })],
);

/** Small values of the installation itself. */
export const settings = pgTable("settings", {
  name: text("name").primaryKey(),
  value: text("value").notNull(),
});

// only with order-desk {
/** The demo's order desk: every owner has the same twelve orders of their own. */
export const orders = pgTable(
  "orders",
  {
    createdAt: instant("created_at").notNull().defaultNow(),
    placedAt: instant("placed_at").notNull(),
    ownerId: text("owner_id").notNull(),
    orderId: text("order_id").notNull(),
    customer: text("customer").notNull(),
    item: text("item").notNull(),
    status: text("status", { enum: ["processing", "shipped", "delivered", "cancelled"] }).notNull(),
    /** Dollars. */
    total: numeric("total", { mode: "number" }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.ownerId, t.orderId] })],
);

/** A refund happens once per call. A call id is unique in its thread only, so the run belongs to the key. */
export const refunds = pgTable(
  "refunds",
  {
    createdAt: instant("created_at").notNull().defaultNow(),
    ownerId: text("owner_id").notNull(),
    orderId: text("order_id").notNull(),
    runId: text("run_id").notNull(),
    callId: text("call_id").notNull(),
    /** Dollars. */
    amount: numeric("amount", { mode: "number" }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.callId] }), index("refunds_order").on(t.ownerId, t.orderId)],
);
// } only with order-desk
