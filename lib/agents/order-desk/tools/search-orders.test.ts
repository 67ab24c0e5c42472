import { expect, test } from "vitest";
import { createMemoryOrderBook } from "../testing/memory-order-book";
import { runTool } from "../testing/tool-context";
import { createSearchOrders } from "./search-orders";

const searchOrders = createSearchOrders(createMemoryOrderBook());
const ids = async (input: unknown, ownerId = "owner") =>
  ((await runTool(searchOrders, input, { ownerId })) as { orderId: string }[]).map((order) => order.orderId);

test("no condition returns every order", async () => {
  expect(await ids({})).toEqual(["A-1001", "A-1002"]);
  expect(await ids({ query: "  " })).toEqual(["A-1001", "A-1002"]);
});

test("text and status narrow the result together", async () => {
  expect(await ids({ query: "linen" })).toEqual(["A-1002"]);
  expect(await ids({ status: "processing" })).toEqual(["A-1001"]);
  expect(await ids({ query: "linen", status: "processing" })).toEqual([]);
});

test("only the owner's orders are searched", async () => {
  expect(await ids({}, "somebody else")).toEqual([]);
});

test("a status that no order can have is refused", () => {
  expect(searchOrders.inputSchema.safeParse({ status: "lost" }).success).toBe(false);
});
