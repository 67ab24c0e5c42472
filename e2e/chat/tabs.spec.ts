import { ChatPage, expect, test } from "./chat-page";

const LONG = "Tell a story of 600 words";

test("a closed tab does not stop its run", async ({ chat, context, page }) => {
  const threadId = await chat.open();
  await chat.ask(LONG);
  await expect(chat.answer.locator('[data-part="text"]')).toBeVisible();
  const other = await context.newPage();
  await page.close();
  await expect
    .poll(async () => (await (await other.request.get(`/api/threads/${threadId}`)).json()).run.status)
    .toBe("completed");
  const again = new ChatPage(other);
  await again.open(threadId);
  await expect(again.log.locator("article")).toHaveCount(2);
  await again.expectIdle();
  await other.close();
});

test("Stop in one tab ends the run for all of them, and the next message works", async ({ chat, context }) => {
  const threadId = await chat.open();
  await chat.ask("Tell a story of 3000 words");
  await expect(chat.answer.locator('[data-part="text"]')).toBeVisible();

  const other = new ChatPage(await context.newPage());
  await other.open(threadId);
  await expect(other.answer.locator('[data-part="text"]')).toBeVisible();
  await other.page.getByRole("button", { name: "Stop" }).click();

  for (const tab of [chat, other]) {
    await tab.expectIdle();
    await expect(tab.answer.locator('[data-part="text"]')).toBeVisible();
  }
  const said = (await other.answer.locator('[data-part="text"]').textContent()) ?? "";
  await other.reload();
  await expect(other.answer.locator('[data-part="text"]')).toHaveText(said);

  await other.ask("What time is it?");
  await expect(other.answer).toContainText("server's clock");
});

test("Stop in another tab closes what waits, and says so", async ({ chat, context }) => {
  const threadId = await chat.open();
  await chat.ask("Refund 250 for A-1001");
  await chat.expectState("refund_order", "approval-requested");
  const other = new ChatPage(await context.newPage());
  await other.open(threadId);
  await chat.lookAway();
  await other.page.getByRole("button", { name: "Stop" }).click();
  await other.expectState("refund_order", "output-error");
  await expect(other.card("refund_order")).toContainText(/stopped/i);

  // This tab has not heard of it: its decision is refused with what happened.
  await chat.page.getByRole("button", { name: "Approve" }).click();
  await chat.expectState("refund_order", "output-error");
  await expect(chat.card("refund_order")).toContainText(/stopped/i);
  const order = await (await chat.page.request.get("/api/orders/A-1001")).json();
  expect(order.refunds).toEqual([]);
});
