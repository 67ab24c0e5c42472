import { type ChatPage, expect } from "../chat/chat-page";
import { killedTest } from "../support/killed-test";
import { AgUiPage } from "./agui-page";

const test = killedTest(AgUiPage);

const lost = (chat: ChatPage) => chat.alert.filter({ hasText: "The connection to the run was lost" });

// Each restarts a server that the others use.
test.describe.configure({ mode: "serial", timeout: 240_000 });

test("while the answer streams: the page says so, and one Retry finishes it as one answer", async ({
  chat,
  server,
}) => {
  await chat.open();
  await chat.ask("Tell a story of 250 words");
  await expect(chat.answer.locator('[data-part="text"]')).toBeVisible();
  await server.restart();
  await expect(lost(chat)).toBeVisible({ timeout: 60_000 });
  await expect(chat.status).toHaveAttribute("data-status", "error");
  await chat.page.getByRole("button", { name: "Retry" }).click();
  // The whole story once more, on a machine that has just started a server.
  await expect(chat.status).toHaveAttribute("data-status", "ready", { timeout: 60_000 });
  await expect(lost(chat)).toHaveCount(0);
  await expect(chat.log.locator("article")).toHaveCount(2);
  await chat.reload();
  await expect(chat.log.locator("article")).toHaveCount(2);
  await chat.expectIdle();
});

test("while the answer streams: a page that is loaded only then says so, too", async ({ chat, server }) => {
  await chat.open();
  await chat.ask("Tell a story of 250 words");
  await expect(chat.answer.locator('[data-part="text"]')).toBeVisible();
  await server.restart();
  await chat.reload();
  await expect(lost(chat)).toBeVisible({ timeout: 60_000 });
  await chat.page.getByRole("button", { name: "Retry" }).click();
  // The whole story once more, on a machine that has just started a server.
  await expect(chat.status).toHaveAttribute("data-status", "ready", { timeout: 60_000 });
  await expect(chat.log.locator("article")).toHaveCount(2);
});

test("while an approval waits: it is approved after the restart, and runs once", async ({ chat, server, page }) => {
  await chat.open();
  await chat.ask("Refund 250 for A-1001");
  await chat.expectState("refund_order", "approval-requested");
  await server.restart();
  await page.getByRole("button", { name: "Approve" }).click();
  await chat.expectState("refund_order", "output-available");
  await chat.expectIdle();
  const order = await (await page.request.get("/api/orders/A-1001")).json();
  expect(order.refunds).toHaveLength(1);
});
