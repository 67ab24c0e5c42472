import { and, eq, ilike, inArray, or, type SQL } from "drizzle-orm";
import { AppError } from "../errors";
import type { Database, OpenDatabase, Orm } from "./db/database";
import { orders, refunds } from "./db/schema";
import { type Param, statement } from "./db/statement";
import { DEMO_ORDERS, type DemoOrder, type OrderStatus } from "./demo-orders";
import { reach } from "./reach";
import { checkId, isStorableId } from "./storable";

/** An order with what was refunded of it, in the order of the refunds. Amounts in US dollars. */
export interface OrderView extends DemoOrder {
  refunds: { callId: string; amount: number }[];
}

export interface RefundRequest {
  orderId: string;
  /** US dollars, positive and at most what remains of the order. */
  amount: number;
  runId: string;
  callId: string;
}

/** The demo's order desk. Each owner (a session) has twelve orders of its own, made when first asked for. */
export interface StoredOrderBook {
  /** `null`: the owner has no such order. */
  find(ownerId: string, orderId: string): Promise<OrderView | null>;
  /** By order id. `query`: a part of the id, the customer or the item, upper and lower case alike. */
  search(ownerId: string, query: { query?: string; status?: OrderStatus }): Promise<OrderView[]>;
  /**
   * Refunds once per call of a run, whatever is repeated, and never more than what remains of the order: else nothing is
   * booked. Returns the order as it is then, `null` when there is none.
   *
   * @throws AppError `invalid-input` for an amount that is not positive
   */
  refund(ownerId: string, request: RefundRequest): Promise<{ booked: boolean; order: OrderView } | null>;
}

export function createOrderBook(openDatabase: OpenDatabase): StoredOrderBook {
  const withOrm = <R>(work: (orm: Orm) => Promise<R>) => reach(openDatabase, ({ orm }) => work(orm));
  return {
    find: (ownerId, orderId) => withOrm((orm) => find(orm, ownerId, orderId)),
    search: (ownerId, query) => withOrm((orm) => search(orm, ownerId, query)),
    refund: (ownerId, request) => reach(openDatabase, (database) => refund(database, ownerId, request)),
  };
}

async function find(orm: Orm, ownerId: string, orderId: string): Promise<OrderView | null> {
  if (!isStorableId(orderId)) return null;
  const found = await select(orm, ownerId, eq(orders.orderId, orderId));
  return found[0] ?? null;
}

async function search(
  orm: Orm,
  ownerId: string,
  { query = "", status }: { query?: string; status?: OrderStatus },
): Promise<OrderView[]> {
  if (!isStorableId(query)) return [];
  const pattern = `%${query.replace(/[\\%_]/g, "\\$&")}%`;
  const named = or(ilike(orders.orderId, pattern), ilike(orders.customer, pattern), ilike(orders.item, pattern));
  return await select(orm, ownerId, and(query === "" ? undefined : named, status && eq(orders.status, status)));
}

async function refund(database: Database, ownerId: string, request: RefundRequest) {
  const { orderId, amount, runId, callId } = request;
  if (!(amount > 0 && Number.isFinite(amount))) {
    throw new AppError("invalid-input", "A refund must be a positive amount.");
  }
  checkId(runId, "run id");
  checkId(callId, "call id");
  if ((await find(database.orm, ownerId, orderId)) === null) return null;
  const booked = await book(database, ownerId, request);
  const order = await find(database.orm, ownerId, orderId);
  return order && { booked, order };
}

/** Whether the call's refund is in the book, now or since an earlier time. Refunds of one order wait for one another. */
function book(database: Database, ownerId: string, { orderId, amount, runId, callId }: RefundRequest) {
  const its = (param: Param) => `owner_id = ${param(ownerId, "text")} and order_id = ${param(orderId, "text")}`;
  return database.transaction(async (tx) => {
    // A statement of its own: the next one sees what was committed before it began, not what it waited for.
    await tx.query(statement("lock order", (param) => `select 1 from orders where ${its(param)} for update`));
    await tx.query(
      statement(
        "book refund",
        (param) => `insert into refunds (owner_id, order_id, run_id, call_id, amount)
          select owner_id, order_id, ${param(runId, "text")}, ${param(callId, "text")}, ${param(amount, "numeric")}
          from orders where ${its(param)} and ${param(amount, "numeric")}
            <= total - (select coalesce(sum(amount), 0) from refunds where ${its(param)})
          on conflict do nothing`,
      ),
    );
    const own = (param: Param) => `run_id = ${param(runId, "text")} and call_id = ${param(callId, "text")}`;
    const found = await tx.query(statement("find refund", (param) => `select 1 from refunds where ${own(param)}`));
    return found.length > 0;
  });
}

/** Orders that fulfil `where`, after making the owner's if there are none yet. */
async function select(orm: Orm, ownerId: string, where: SQL | undefined): Promise<OrderView[]> {
  checkId(ownerId, "owner id");
  const found = await selectExisting(orm, ownerId, where);
  if (found.length > 0) return found;
  await orm
    .insert(orders)
    .values(DEMO_ORDERS.map((order) => ({ ownerId, ...order })))
    .onConflictDoNothing();
  return await selectExisting(orm, ownerId, where);
}

async function selectExisting(orm: Orm, ownerId: string, where: SQL | undefined): Promise<OrderView[]> {
  const found = await orm
    .select()
    .from(orders)
    .where(and(eq(orders.ownerId, ownerId), where))
    .orderBy(orders.orderId);
  if (found.length === 0) return [];
  const ids = found.map((order) => order.orderId);
  const given = await orm
    .select()
    .from(refunds)
    .where(and(eq(refunds.ownerId, ownerId), inArray(refunds.orderId, ids)))
    .orderBy(refunds.createdAt);
  return found.map(({ orderId, customer, item, status, total, placedAt }) => ({
    orderId,
    customer,
    item,
    status,
    total,
    placedAt: new Date(placedAt).toISOString(),
    refunds: given.filter((entry) => entry.orderId === orderId).map(({ callId, amount }) => ({ callId, amount })),
  }));
}
