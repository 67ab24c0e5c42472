import { expect, test } from "vitest";
import type { Order } from "@/lib/agents/order-desk/order.schema";
import { refundedOf, summarise, toDay, toFullDay, toMoney } from "./format";

const order = (changes: Partial<Order> = {}): Order => ({
  orderId: "A-1001",
  customer: "Mara Lindqvist",
  item: "Walnut desk tray",
  status: "processing",
  total: 48,
  placedAt: "2026-03-02T23:30:00.000Z",
  refunds: [],
  ...changes,
});

test("money and days read the same in every time zone", () => {
  expect(toMoney(1240.5)).toBe("$1,240.50");
  expect(toDay("2026-03-02T23:30:00.000Z")).toBe("Mar 2");
  expect(toFullDay("2026-03-02T00:30:00.000Z")).toBe("Mar 2, 2026");
});

test("refunds add up to cents", () => {
  expect(refundedOf(order())).toBe(0);
  const refunds = [
    { callId: "call_1", amount: 0.1 },
    { callId: "call_2", amount: 0.2 },
  ];
  expect(refundedOf(order({ refunds }))).toBe(0.3);
});

test("the summary counts orders by status and says what was refunded", () => {
  expect(summarise([])).toBe("No orders yet.");
  expect(summarise([order()])).toBe("1 order: 1 processing. Nothing refunded.");
  const orders = [
    order({ refunds: [{ callId: "call_1", amount: 40 }] }),
    order({ status: "shipped", refunds: [{ callId: "call_2", amount: 2.5 }] }),
    order(),
  ];
  expect(summarise(orders)).toBe("3 orders: 2 processing, 1 shipped. $42.50 refunded.");
});
