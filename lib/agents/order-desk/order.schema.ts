import { z } from "zod";

/** Where an order stands, in the order of its life. */
export const ORDER_STATUSES = ["processing", "shipped", "delivered", "cancelled"] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Money given back. `callId` is the tool call that did it, so that one call counts once. */
export type Refund = { callId: string; amount: number };

/** One order of the session's desk. Amounts are US dollars, times are ISO 8601. */
export type Order = {
  orderId: string;
  customer: string;
  item: string;
  status: OrderStatus;
  total: number;
  placedAt: string;
  refunds: Refund[];
};

/** An order id as a model writes it: spaces and lower case are forgiven. */
export const orderIdSchema = z
  .string()
  .trim()
  .toUpperCase()
  .min(1)
  .max(40)
  .describe("The order's id, for example A-1003.");
