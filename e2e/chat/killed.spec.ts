import { approvedAfterRestart, killedTest } from "../support/killed-test";
import { ChatPage, expect } from "./chat-page";

const test = killedTest(ChatPage);

// Each restarts a server that the others use.
test.describe.configure({ mode: "serial", timeout: 240_000 });

test("while an approval waits: it is approved after the restart, and runs once", approvedAfterRestart);

test("while an approval waits: after the restart and a reload it can be rejected", async ({ chat, server, page }) => {
  await chat.open();
  await chat.ask("Refund 250 for A-1002");
  await chat.expectState("refund_order", "approval-requested");
  await server.restart();
  await chat.reload();
  await chat.expectState("refund_order", "approval-requested");
  await page.getByRole("button", { name: "Reject" }).click();
  await chat.expectState("refund_order", "output-denied");
  await chat.expectIdle();
  const order = await (await page.request.get("/api/orders/A-1002")).json();
  expect(order.refunds).toEqual([]);
});

test("while a card waits for a person: the date is taken after the restart", async ({ chat, server }) => {
  await chat.open();
  await chat.ask("Pick a delivery date for A-1003");
  const card = chat.card("pick_date");
  await card.getByRole("button", { name: "Use this date" }).waitFor();
  await server.restart();
  await card.locator("input").fill("2036-12-24");
  await card.getByRole("button", { name: "Use this date" }).click();
  await chat.expectState("pick_date", "output-available");
  await expect(chat.answer).toContainText("2036-12-24");
});

test("while a browser call waits: Run now works after the restart", async ({ chat, server, context, page }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await chat.open();
  const threadId = `killed-${Date.now()}`;
  const post = (path: string, data: object) => page.request.post(`/api/threads/${threadId}/${path}`, { data });
  const { run } = await (await post("messages", { text: 'Copy "later"' })).json();
  const { callId } = run.interrupt.calls[0];
  expect((await post("approvals", { decisions: { [callId]: "approve" } })).status()).toBe(200);
  await server.restart();
  await chat.open(threadId);
  await chat.card("copy_text").getByRole("button", { name: "Run now" }).click();
  await chat.expectState("copy_text", "output-available");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("later");
});

test("while the answer streams: the page says so, and Retry finishes it as one answer", async ({ chat, server }) => {
  await chat.open();
  await chat.ask("Tell a story of 150 words");
  await expect(chat.answer.locator('[data-part="text"]')).toBeVisible();
  await server.restart();
  await expect(chat.alert).toBeVisible({ timeout: 60_000 });
  await chat.page.getByRole("button", { name: "Retry" }).click();
  await chat.expectIdle();
  await expect(chat.log.locator("article")).toHaveCount(2);
  await chat.reload();
  await expect(chat.log.locator("article")).toHaveCount(2);
  await chat.expectIdle();
});

test("after the end: the conversation is there, and goes on", async ({ chat, server }) => {
  await chat.open();
  await chat.ask("What is the title of this page?");
  await chat.expectState("read_title", "output-available");
  await chat.expectIdle();
  await server.restart();
  await chat.reload();
  await chat.expectState("read_title", "output-available");
  await chat.ask("What time is it?");
  await expect(chat.answer).toContainText("server's clock");
});
