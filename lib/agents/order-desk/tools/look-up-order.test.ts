import { expect, test } from "vitest";
import { toolError } from "../../../agent/tool";
import { createMemoryOrderBook } from "../testing/memory-order-book";
import { runTool } from "../testing/tool-context";
import { createLookUpOrder } from "./look-up-order";

const lookUpOrder = createLookUpOrder(createMemoryOrderBook());

test("a known order is returned whole", async () => {
  expect(await runTool(lookUpOrder, { orderId: "A-1001" })).toMatchObject({
    orderId: "A-1001",
    customer: "Mara Lindqvist",
    total: 48,
    refunds: [],
  });
});

test("an id is found however the model writes it", async () => {
  expect(await runTool(lookUpOrder, { orderId: " a-1001 " })).toMatchObject({ orderId: "A-1001" });
});

test("an unknown id is an error that the model can read", async () => {
  expect(await runTool(lookUpOrder, { orderId: "A-9" })).toEqual(toolError("There is no order A-9."));
});

test("another owner's order does not exist", async () => {
  expect(await runTool(lookUpOrder, { orderId: "A-1001" }, { ownerId: "somebody else" })).toEqual(
    toolError("There is no order A-1001."),
  );
});

test.each([{}, { orderId: "  " }, { orderId: 1001 }, { orderId: "A".repeat(41) }])("%j is not an order id", (input) => {
  expect(lookUpOrder.inputSchema.safeParse(input).success).toBe(false);
});
