import { expect, test } from "./chat-page";

test("an approved call runs once, with the reason", async ({ chat, posts, page }) => {
  await chat.open();
  await chat.ask("Refund 250 for A-1001");
  await chat.expectState("refund_order", "approval-requested");
  const card = chat.card("refund_order");
  await expect(card).toContainText("A-1001");
  await expect(card).toContainText("250");
  await card.getByRole("textbox", { name: "Reason" }).fill("The tray was broken");
  await card.getByRole("button", { name: "Approve" }).click();
  await chat.expectState("refund_order", "output-available");
  await expect(card).toContainText("The tray was broken");
  await chat.expectIdle();
  expect(posts).toHaveLength(2);
  const order = await (await page.request.get("/api/orders/A-1001")).json();
  expect(order.refunds).toHaveLength(1);
});

test("a rejected call does not run, and the agent knows the reason", async ({ chat, page }) => {
  await chat.open();
  await chat.ask("Refund 250 for A-1001");
  const card = chat.card("refund_order");
  await card.getByRole("textbox", { name: "Reason" }).fill("Too much");
  await card.getByRole("button", { name: "Reject" }).click();
  await chat.expectState("refund_order", "output-denied");
  await expect(chat.answer).toContainText("Too much");
  const order = await (await page.request.get("/api/orders/A-1001")).json();
  expect(order.refunds).toEqual([]);
});

test("a double click sends one decision", async ({ chat, posts }) => {
  await chat.open();
  await chat.ask("Refund 250 for A-1001");
  await chat.card("refund_order").getByRole("button", { name: "Approve" }).dblclick();
  await chat.expectState("refund_order", "output-available");
  await chat.expectIdle();
  expect(posts).toHaveLength(2);
});

test("the keyboard's place on the page survives a decision", async ({ chat }) => {
  await chat.open();
  await chat.ask("Refund 250 for A-1001");
  const card = chat.card("refund_order");
  await card.getByRole("button", { name: "Approve" }).focus();
  await chat.page.keyboard.press("Enter");
  await expect(card).toBeFocused();
  await chat.expectState("refund_order", "output-available");
  await expect(card).toBeFocused();
});

test("after a reload the card is back and works", async ({ chat, page }) => {
  await chat.open();
  await chat.ask("Refund 250 for A-1001");
  await chat.expectState("refund_order", "approval-requested");
  await chat.reload();
  await chat.card("refund_order").getByRole("button", { name: "Approve" }).click();
  await chat.expectState("refund_order", "output-available");
  const order = await (await page.request.get("/api/orders/A-1001")).json();
  expect(order.refunds).toHaveLength(1);
});

test("a frontend call that needs approval runs here only once it is approved", async ({ chat, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await chat.open();
  await chat.ask('Copy "see you on Monday"');
  await chat.expectState("copy_text", "approval-requested");
  await chat.card("copy_text").getByRole("button", { name: "Approve" }).click();
  await chat.expectState("copy_text", "output-available");
  expect(await chat.page.evaluate(() => navigator.clipboard.readText())).toBe("see you on Monday");
});

test("two windows, opposite decisions: one wins, the other learns of it", async ({ chat, context, page }) => {
  const threadId = await chat.open();
  await chat.ask("Refund 250 for A-1001");
  await chat.expectState("refund_order", "approval-requested");

  const other = await context.newPage();
  await other.goto(`/chat/${threadId}`);
  const otherCard = other.locator('[data-tool-name="refund_order"]');
  await otherCard.getByRole("button", { name: "Approve" }).waitFor();

  await chat.lookAway();
  await otherCard.getByRole("button", { name: "Approve" }).click();
  await expect(otherCard).toHaveAttribute("data-state", "output-available");
  await page.bringToFront();

  await chat.card("refund_order").getByRole("button", { name: "Reject" }).click();
  await expect(chat.alert).toContainText("Already approved elsewhere");
  await chat.expectState("refund_order", "output-available");
  await expect(chat.card("refund_order")).toContainText("Already approved elsewhere, in AI SDK.");
  await expect(chat.card("refund_order")).not.toContainText("by you");
  const order = await (await page.request.get("/api/orders/A-1001")).json();
  expect(order.refunds).toHaveLength(1);
});
