import { z } from "zod";
import { defineTool } from "../../../agent/tool";
import { ORDER_STATUSES } from "../order.schema";
import type { OrderBook } from "../order-book";

export function createSearchOrders(orders: OrderBook) {
  return defineTool({
    name: "search_orders",
    description:
      "Find orders by text, by status or by both. Returns the matching orders, an empty list when there are none, and all orders when no condition is given.",
    inputSchema: z.object({
      query: z.string().trim().max(200).optional().describe("Part of an order id, a customer's name or an item."),
      status: z.enum(ORDER_STATUSES).optional(),
    }),
    execute: ({ query, status }, { ownerId }) =>
      orders.search(ownerId, { ...(query ? { query } : {}), ...(status ? { status } : {}) }),
  });
}
