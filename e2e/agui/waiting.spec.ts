import { expect, refundsOf, test } from "./agui-page";

test("an approved call runs once", async ({ agui, posts, page }) => {
  await agui.open();
  await agui.ask("Refund 250 for A-1001");
  await agui.expectState("refund_order", "approval-requested");
  const card = agui.card("refund_order");
  await expect(card).toContainText("A-1001");
  await card.getByRole("textbox", { name: "Reason" }).fill("The tray was broken");
  await card.getByRole("button", { name: "Approve" }).dblclick();
  await agui.expectState("refund_order", "output-available");
  await agui.expectIdle();
  expect(posts).toHaveLength(2);
  expect(posts[1]?.resume).toHaveLength(1);
  expect(await refundsOf(page, "A-1001")).toBe(1);
});

test("a rejected call does not run, and the agent knows the reason", async ({ agui, page }) => {
  await agui.open();
  await agui.ask("Refund 250 for A-1001");
  const card = agui.card("refund_order");
  await card.getByRole("textbox", { name: "Reason" }).fill("Too much");
  await card.getByRole("button", { name: "Reject" }).click();
  await agui.expectState("refund_order", "output-denied");
  await expect(agui.answer).toContainText("Too much");
  expect(await refundsOf(page, "A-1001")).toBe(0);
});

test("a frontend call that needs approval runs here only once it is approved", async ({ agui, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await agui.open();
  await agui.ask('Copy "see you on Monday"');
  await agui.expectState("copy_text", "approval-requested");
  await agui.card("copy_text").getByRole("button", { name: "Approve" }).click();
  await agui.expectState("copy_text", "output-available");
  expect(await agui.page.evaluate(() => navigator.clipboard.readText())).toBe("see you on Monday");
});

test("after a reload an approval is back and works", async ({ agui, page }) => {
  await agui.open();
  await agui.ask("Refund 250 for A-1001");
  await agui.expectState("refund_order", "approval-requested");
  await agui.reload();
  await agui.card("refund_order").getByRole("button", { name: "Approve" }).click();
  await agui.expectState("refund_order", "output-available");
  expect(await refundsOf(page, "A-1001")).toBe(1);
});

test("what the composer says about its keys makes room for its buttons", async ({ agui, page }) => {
  await agui.open();
  const hint = page.getByText("Enter sends, Shift+Enter starts a new line");
  await expect(hint).toBeVisible();
  await agui.ask("Refund 250 for A-1001");
  await expect(page.getByRole("button", { name: "Cancel and send" })).toBeVisible();
  await expect(hint).toBeHidden();
  await agui.card("refund_order").getByRole("button", { name: "Reject" }).click();
  await agui.expectIdle();
  await expect(hint).toBeVisible();
});

test("a person answers with a date, also after a reload", async ({ agui }) => {
  await agui.open();
  await agui.ask("Pick a delivery date for A-1003");
  await agui.card("pick_date").getByRole("button", { name: "Use this date" }).waitFor();
  await agui.reload();
  await agui.card("pick_date").locator("input").fill("2036-12-24");
  await agui.card("pick_date").getByRole("button", { name: "Use this date" }).click();
  await agui.expectState("pick_date", "output-available");
  await expect(agui.answer).toContainText("2036-12-24");
});

test("a question instead of a decision cancels and sends in one request", async ({ agui, posts, page }) => {
  await agui.open();
  await agui.ask("Refund 250 for A-1001");
  await agui.expectState("refund_order", "approval-requested");
  await agui.message.fill("What time is it?");
  await page.getByRole("button", { name: "Cancel and send" }).click();
  await expect(agui.answer).toContainText("server's clock");
  await agui.expectState("refund_order", "output-denied");
  expect(posts[1]?.resume).toMatchObject([{ status: "cancelled" }]);
  expect(posts[1]?.messages.at(-1)?.role).toBe("user");
  expect(await refundsOf(page, "A-1001")).toBe(0);
  const before = await agui.ids();
  await agui.reload();
  await expect(agui.log.locator("article")).toHaveCount(4);
  expect(await agui.ids()).toEqual(before);
});

test("two windows, opposite decisions: one wins, the other learns of it", async ({ agui, context, page }) => {
  const threadId = await agui.open();
  await agui.ask("Refund 250 for A-1001");
  await agui.expectState("refund_order", "approval-requested");
  const other = await context.newPage();
  await other.goto(`/agui/${threadId}`);
  const otherCard = other.locator('[data-tool-name="refund_order"]');
  await otherCard.getByRole("button", { name: "Approve" }).waitFor();

  await agui.lookAway();
  await otherCard.getByRole("button", { name: "Approve" }).click();
  await expect(otherCard).toHaveAttribute("data-state", "output-available");
  await page.bringToFront();

  await agui.card("refund_order").getByRole("button", { name: "Reject" }).click();
  await expect(agui.alert).toContainText("Already approved elsewhere");
  await agui.expectState("refund_order", "output-available");
  await expect(agui.card("refund_order")).toContainText("Already approved elsewhere, in AG-UI.");
  await expect(agui.card("refund_order")).not.toContainText("by you");
  expect(await refundsOf(page, "A-1001")).toBe(1);
});
