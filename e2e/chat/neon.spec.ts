import { findServer } from "../../lib/store/testing/databases";
import { startNeonServer } from "../support/neon-server";
import { test as base, expect } from "./chat-page";

const test = base.extend<object, { neon: string }>({
  neon: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's pattern.
    async ({}, use) => {
      const postgres = await findServer();
      base.skip(!postgres, "No PostgreSQL server answers (TEST_DATABASE_URL).");
      const { server, dispose } = await startNeonServer(postgres ?? "");
      await use(server.url);
      await dispose();
    },
    { scope: "worker", timeout: 240_000 },
  ],
  baseURL: async ({ neon }, use) => use(neon),
});

test("a page over Neon's driver: a browser tool, an approval, and everything back after a reload", async ({
  chat,
  page,
}) => {
  expect(await (await page.request.get("/api/health")).json()).toMatchObject({ database: "neon" });
  await chat.open();
  await chat.ask("What is the title of this page?");
  await chat.expectState("read_title", "output-available");
  await expect(chat.answer).toContainText("Neuron Next");
  await chat.expectIdle();
  await chat.ask("Refund 250 for A-1001");
  await chat.expectState("refund_order", "approval-requested");
  await chat.reload();
  await chat.expectState("refund_order", "approval-requested");
  await chat.card("refund_order").getByRole("button", { name: "Approve" }).click();
  await chat.expectState("refund_order", "output-available");
  await chat.expectIdle();
  await chat.reload();
  await chat.expectState("read_title", "output-available");
  await chat.expectState("refund_order", "output-available");
  const order = await (await page.request.get("/api/orders/A-1001")).json();
  expect(order.refunds).toHaveLength(1);
});
