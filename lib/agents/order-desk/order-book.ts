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
  /** US dollars, positive and at most what remains of the order. */
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
  /**
   * The order as it is afterwards, and whether this call's refund is among its refunds: nothing is booked above what
   * remains of the order. `null`: the owner has no such order.
   */
  refund(ownerId: string, request: RefundRequest): Promise<{ booked: boolean; order: Order } | null>;
}
