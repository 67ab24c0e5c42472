import { z } from "zod";
import { defineTool, toolError } from "../../../agent/tool";
import { orderIdSchema } from "../order.schema";
import type { OrderBook } from "../order-book";

export function createLookUpOrder(orders: OrderBook) {
  return defineTool({
    name: "look_up_order",
    description:
      "Look up one order by its id: customer, item, status, total in US dollars, when it was placed and what was refunded. Fails for an unknown id.",
    inputSchema: z.object({ orderId: orderIdSchema }),
    execute: async ({ orderId }, { ownerId }) =>
      (await orders.find(ownerId, orderId)) ?? toolError(`There is no order ${orderId}.`),
  });
}
