import { test as base, expect, type Page } from "@playwright/test";
import { AppServer } from "./app-server";
import { watchConsole } from "./console";
import type { ThreadPage } from "./thread-page";

/** Tests that `kill -9` the server under an open page, start it again on the same database, and go on in the same tab. */
export function killedTest(ClientPage: new (page: Page) => ThreadPage) {
  return base.extend<{ chat: ThreadPage }, { server: AppServer }>({
    server: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's pattern.
      async ({}, use) => {
        const server = await AppServer.start();
        await use(server);
        await server.dispose();
      },
      { scope: "worker" },
    ],
    baseURL: async ({ server }, use) => use(server.url),
    chat: async ({ page }, use) => {
      const complaints = watchConsole(page);
      await use(new ClientPage(page));
      expect(complaints).toEqual([]);
    },
  });
}

/** On every client's page alike. */
export async function approvedAfterRestart({
  chat,
  server,
  page,
}: {
  chat: ThreadPage;
  server: AppServer;
  page: Page;
}) {
  await chat.open();
  await chat.ask("Refund 250 for A-1001");
  await chat.expectState("refund_order", "approval-requested");
  await server.restart();
  await page.getByRole("button", { name: "Approve" }).click();
  await chat.expectState("refund_order", "output-available");
  await chat.expectIdle();
  await chat.reload();
  await expect(chat.card("refund_order")).toContainText("Approved by you");
  const order = await (await page.request.get("/api/orders/A-1001")).json();
  expect(order.refunds).toHaveLength(1);
}
