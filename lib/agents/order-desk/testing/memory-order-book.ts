import type { Order } from "../order.schema";
import type { OrderBook, RefundRequest } from "../order-book";

const ORDERS: Order[] = [
  {
    orderId: "A-1001",
    customer: "Mara Lindqvist",
    item: "Walnut desk tray",
    status: "processing",
    total: 48,
    placedAt: "2026-03-02T09:15:00.000Z",
    refunds: [],
  },
  {
    orderId: "A-1002",
    customer: "Tomás Rivera",
    item: "Linen notebook",
    status: "shipped",
    total: 240.5,
    placedAt: "2026-03-01T16:40:00.000Z",
    refunds: [],
  },
];

/** An order book for tests: the same two orders for the owner "owner", none for anybody else. */
export function createMemoryOrderBook(): OrderBook & { requests: RefundRequest[] } {
  const orders = structuredClone(ORDERS);
  const requests: RefundRequest[] = [];
  const find = (ownerId: string, orderId: string) =>
    (ownerId === "owner" && orders.find((order) => order.orderId === orderId)) || null;
  return {
    requests,
    find: async (ownerId, orderId) => find(ownerId, orderId),
    search: async (ownerId, { query = "", status }) =>
      ownerId !== "owner"
        ? []
        : orders.filter(
            (order) =>
              (!status || order.status === status) &&
              `${order.orderId} ${order.customer} ${order.item}`.toLowerCase().includes(query.toLowerCase()),
          ),
    refund: async (ownerId, request) => {
      requests.push(request);
      const order = find(ownerId, request.orderId);
      if (!order) return null;
      if (order.refunds.some((refund) => refund.callId === request.callId)) return { booked: true, order };
      const refunded = order.refunds.reduce((sum, refund) => sum + refund.amount, 0);
      const booked = request.amount <= order.total - refunded;
      if (booked) order.refunds.push({ callId: request.callId, amount: request.amount });
      return { booked, order };
    },
  };
}
