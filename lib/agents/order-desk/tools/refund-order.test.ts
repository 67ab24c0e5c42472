import { describe, expect, test } from "vitest";
import { toolError } from "../../../agent/tool";
import { createMemoryOrderBook } from "../testing/memory-order-book";
import { approvalFor, runTool } from "../testing/tool-context";
import { createRefundOrder } from "./refund-order";

describe("approval", () => {
  const refundOrder = createRefundOrder(createMemoryOrderBook());

  test.each([0.01, 24.5, 100])("%d dollars need none", (amount) => {
    expect(approvalFor(refundOrder, { orderId: "A-1001", amount })).toBe(false);
  });

  test.each([
    [100.01, "$100.01"],
    [2500, "$2,500.00"],
  ])("%d dollars need a person, who reads the amount and the order", (amount, written) => {
    expect(approvalFor(refundOrder, { orderId: "A-1001", amount })).toBe(
      `Refund of ${written} for A-1001. Refunds above $100 need a person's approval.`,
    );
  });
});

describe("amounts", () => {
  const schema = createRefundOrder(createMemoryOrderBook()).inputSchema;

  test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1_000_001, "50", null, undefined])(
    "%s is refused",
    (amount) => {
      expect(schema.safeParse({ orderId: "A-1001", amount }).success).toBe(false);
    },
  );

  test.each([0.01, 100, 240.5, 1_000_000])("%d is accepted", (amount) => {
    expect(schema.safeParse({ orderId: "A-1001", amount }).success).toBe(true);
  });
});

describe("booking", () => {
  test("a refund is recorded with its run and call", async () => {
    const orders = createMemoryOrderBook();
    const result = await runTool(createRefundOrder(orders), { orderId: "a-1002", amount: 40.1 });
    expect(result).toEqual({ orderId: "A-1002", amount: 40.1, refundedInTotal: 40.1, orderTotal: 240.5 });
    expect(orders.requests).toEqual([{ orderId: "A-1002", amount: 40.1, runId: "run_1", callId: "call_1" }]);
  });

  test("refunds of one order add up to cents", async () => {
    const refundOrder = createRefundOrder(createMemoryOrderBook());
    await runTool(refundOrder, { orderId: "A-1002", amount: 0.1 }, { callId: "call_1" });
    expect(await runTool(refundOrder, { orderId: "A-1002", amount: 0.2 }, { callId: "call_2" })).toMatchObject({
      refundedInTotal: 0.3,
    });
  });

  test("more than what remains of the order is an error that says how much does", async () => {
    const orders = createMemoryOrderBook();
    const refundOrder = createRefundOrder(orders);
    await runTool(refundOrder, { orderId: "A-1002", amount: 200.5 }, { callId: "call_1" });
    expect(await runTool(refundOrder, { orderId: "A-1002", amount: 41 }, { callId: "call_2" })).toEqual(
      toolError(
        "$40.00 of A-1002 can still be refunded (total $240.50, refunded $200.50). $41.00 is more than that; nothing was refunded.",
      ),
    );
    expect((await orders.find("owner", "A-1002"))?.refunds).toHaveLength(1);
  });

  test("an unknown order is an error that the model can read", async () => {
    expect(await runTool(createRefundOrder(createMemoryOrderBook()), { orderId: "A-9", amount: 5 })).toEqual(
      toolError("There is no order A-9; nothing was refunded."),
    );
  });

  test("another owner's order is not refunded", async () => {
    const orders = createMemoryOrderBook();
    await runTool(createRefundOrder(orders), { orderId: "A-1001", amount: 5 }, { ownerId: "somebody else" });
    expect((await orders.find("owner", "A-1001"))?.refunds).toEqual([]);
  });
});
