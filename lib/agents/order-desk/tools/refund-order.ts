import { z } from "zod";
import { defineTool, toolError } from "../../../agent/tool";
import { orderIdSchema } from "../order.schema";
import type { OrderBook } from "../order-book";

/** Largest refund, in US dollars, that the agent may book by itself. */
export const REFUND_LIMIT = 100;

/** Far above any order here: what is larger is a slip, not a refund. */
const LARGEST_REFUND = 1_000_000;

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

export function createRefundOrder(orders: OrderBook) {
  return defineTool({
    name: "refund_order",
    description: `Give money back for one order, in US dollars. At most what remains of the order's total after earlier refunds. Above $${REFUND_LIMIT} a person is asked first and may refuse. Each call books one refund: never call it again for the same request.`,
    inputSchema: z.object({
      orderId: orderIdSchema,
      amount: z.number().positive().max(LARGEST_REFUND).describe("US dollars, for example 24.5. No currency sign."),
    }),
    approval: ({ orderId, amount }) =>
      amount > REFUND_LIMIT &&
      `Refund of ${dollars.format(amount)} for ${orderId}. Refunds above $${REFUND_LIMIT} need a person's approval.`,
    execute: async ({ orderId, amount }, { ownerId, runId, callId }) => {
      const done = await orders.refund(ownerId, { orderId, amount, runId, callId });
      if (!done) return toolError(`There is no order ${orderId}; nothing was refunded.`);
      const { booked, order } = done;
      const refunded = order.refunds.reduce((sum, refund) => sum + refund.amount, 0);
      if (!booked) {
        return toolError(
          `${dollars.format(order.total - refunded)} of ${orderId} can still be refunded (total ${dollars.format(order.total)}, refunded ${dollars.format(refunded)}). ${dollars.format(amount)} is more than that; nothing was refunded.`,
        );
      }
      return { orderId, amount, refundedInTotal: Math.round(refunded * 100) / 100, orderTotal: order.total };
    },
  });
}
