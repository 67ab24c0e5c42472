import { expect, test } from "vitest";
import { createOrderDesk } from "./order-desk";
import { frontendTools } from "./order-desk/frontend-tools.schema";
import { createMemoryOrderBook } from "./order-desk/testing/memory-order-book";

const agent = createOrderDesk({ orders: createMemoryOrderBook() });

test("the order desk runs four tools itself and leaves the rest to the page", () => {
  const server = agent.tools.filter((tool) => tool.kind === "server").map((tool) => tool.name);
  expect(server).toEqual(["server_clock", "look_up_order", "search_orders", "refund_order"]);
  expect(agent.tools.filter((tool) => tool.kind === "frontend")).toEqual(frontendTools);
});

test("only the clipboard and refunds can ask for approval", () => {
  const asking = agent.tools.filter((tool) => tool.approval !== false).map((tool) => tool.name);
  expect(asking).toEqual(["copy_text", "refund_order"]);
});

test("a client that declares copy_text gets the same gate as the agent's own", () => {
  expect(agent.clientTools?.requireApproval).toEqual({ copy_text: agent.toolsByName.get("copy_text")?.approval });
});

test("the instructions name only tools that exist", () => {
  const named = agent.instructions.match(/\b[a-z]+(_[a-z]+)+\b/g) ?? [];
  expect(named.length).toBeGreaterThan(0);
  for (const name of named) expect(agent.toolsByName.has(name)).toBe(true);
});
