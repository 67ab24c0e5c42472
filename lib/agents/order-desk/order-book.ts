import type { Order, OrderStatus } from "./order.schema";

/** Which orders to find. Both conditions hold; an absent one holds for every order. */
export type OrderQuery = {
  /** Part of the order id, the customer's name or the item; upper and lower case are the same. */
  query?: string;
  status?: OrderStatus;
};

/** A refund to book. `callId` identifies it: booking the same call again changes nothing. */
export type RefundRequest = {
  orderId: string;
  /** US dollars, positive. */
  amount: number;
  runId: string;
  callId: string;
};

/**
 * What the order desk needs from a store: the orders of one owner (a session). Another owner's orders do not exist.
 * `lib/store` implements it without importing it, and `lib/server` joins the two.
 */
export interface OrderBook {
  /** `null`: the owner has no such order. */
  find(ownerId: string, orderId: string): Promise<Order | null>;
  /** Matching orders by id, all of them for an empty query. */
  search(ownerId: string, query: OrderQuery): Promise<Order[]>;
  /** The order as it is afterwards; `null`: the owner has no such order, nothing was booked. */
  refund(ownerId: string, request: RefundRequest): Promise<Order | null>;
}
