import { CopilotPage, expect, test } from "./copilot-page";

test("an approved call is executed once, and its output shows once", async ({ copilot, page }) => {
  await copilot.open();
  await copilot.ask("Refund 250 for A-1001");
  await copilot.expectState("refund_order", "approval-requested");
  const card = copilot.card("refund_order");
  await expect(card).toContainText("need a person's approval");
  await expect(card).toContainText("250");
  await card.getByRole("textbox", { name: "Reason" }).fill("Broken on arrival");
  await card.getByRole("button", { name: "Approve" }).click();
  await copilot.expectState("refund_order", "output-available");
  await expect(page.locator('[data-tool-name="refund_order"]')).toHaveCount(1);
  await copilot.expectIdle();
  expect(await copilot.refundsOf("A-1001")).toBe(1);
});

test("a rejected call is not executed, and the agent learns why", async ({ copilot }) => {
  await copilot.open();
  await copilot.ask("Refund 250 for A-1001");
  const card = copilot.card("refund_order");
  await card.getByRole("textbox", { name: "Reason" }).fill("Too much");
  await card.getByRole("button", { name: "Reject" }).click();
  await copilot.expectState("refund_order", "output-denied");
  await expect(copilot.answer).toContainText("Too much");
  expect(await copilot.refundsOf("A-1001")).toBe(0);
  await copilot.ask("Hello");
  await expect(copilot.answer).toContainText("Hello!");
});

for (const decision of ["Approve", "Reject"]) {
  test(`the keyboard stays at the card after ${decision}`, async ({ copilot, page }) => {
    await copilot.open();
    await copilot.ask("Refund 250 for A-1001");
    await copilot.card("refund_order").getByRole("button", { name: decision }).focus();
    await page.keyboard.press("Enter");
    await copilot.expectState("refund_order", decision === "Approve" ? "output-available" : "output-denied");
    await copilot.expectIdle();
    await expect(copilot.card("refund_order")).toBeFocused();
  });
}

test("a tool of the page that needs approval runs after it, not before", async ({ copilot, context, page }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await copilot.open();
  await copilot.ask('Copy "see you on Monday"');
  await copilot.expectState("copy_text", "approval-requested");
  await page.evaluate(() => navigator.clipboard.writeText("before"));
  await copilot.card("copy_text").getByRole("button", { name: "Approve" }).click();
  await copilot.expectState("copy_text", "output-available");
  await expect(copilot.card("copy_text")).toContainText("Approved by you");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("see you on Monday");
});

test("a mixed batch waits for its decision, then runs the page's tool, and asks the agent once", async ({
  copilot,
  runs,
}) => {
  await copilot.open();
  await copilot.ask("Refund 250 for A-1001 and what is the title of this page?");
  await copilot.expectState("refund_order", "approval-requested");
  await expect(copilot.card("read_title")).toHaveCount(0);
  await copilot.card("refund_order").getByRole("button", { name: "Approve" }).click();
  await copilot.expectState("refund_order", "output-available");
  await copilot.expectState("read_title", "output-available");
  await copilot.expectIdle();
  await expect(copilot.alert).toHaveCount(0);
  // The question, the decision, the title.
  expect(runs).toHaveLength(3);
  expect(await copilot.refundsOf("A-1001")).toBe(1);
});

test("two approvals of one step are decided one by one and sent together", async ({ copilot, page, runs }) => {
  await copilot.open();
  await copilot.ask("Refund 250 for A-1001 and refund 300 for A-1002");
  const first = page.locator('[data-tool-name="refund_order"]').first();
  const second = page.locator('[data-tool-name="refund_order"]').last();
  await expect(page.locator('[data-state="approval-requested"]')).toHaveCount(2);
  await first.getByRole("button", { name: "Approve" }).click();
  await expect(first).toHaveAttribute("data-state", "approval-responded");
  expect(runs).toHaveLength(1);
  await second.getByRole("button", { name: "Reject" }).click();
  await copilot.expectIdle();
  expect(runs).toHaveLength(2);
  expect(await copilot.refundsOf("A-1001")).toBe(1);
  expect(await copilot.refundsOf("A-1002")).toBe(0);
});

test("a question that is typed instead of a decision cancels it", async ({ copilot, page, runs }) => {
  await copilot.open();
  await copilot.ask("Refund 250 for A-1001");
  await copilot.expectState("refund_order", "approval-requested");
  await copilot.message.fill("Hello");
  await page.getByRole("button", { name: "Cancel and send" }).click();
  await expect(copilot.answer).toContainText("Hello! I look after");
  await copilot.expectState("refund_order", "output-denied");
  await copilot.expectIdle();
  expect(runs.at(-1)?.resume).toMatchObject([{ status: "cancelled" }]);
  expect(await copilot.refundsOf("A-1001")).toBe(0);
  await copilot.reload();
  await expect(page.locator('[data-state="approval-requested"]')).toHaveCount(0);
  await expect(copilot.log.locator('article[data-role="user"]')).toHaveCount(2);
});

test("of two pages with opposite decisions one wins, and the other says so and shows what was decided", async ({
  copilot,
  context,
}) => {
  await copilot.open();
  await copilot.ask("Refund 250 for A-1001");
  await copilot.expectState("refund_order", "approval-requested");
  const other = new CopilotPage(await context.newPage());
  await other.open(copilot.threadId);
  await other.expectState("refund_order", "approval-requested");
  await other.lookAway();
  await copilot.card("refund_order").getByRole("button", { name: "Approve" }).click();
  await copilot.expectState("refund_order", "output-available");
  await other.card("refund_order").getByRole("button", { name: "Reject" }).click();
  await expect(other.alert).toContainText("Already approved");
  await other.expectState("refund_order", "output-available");
  await expect(other.card("refund_order")).toContainText("Already approved elsewhere, in CopilotKit.");
  await expect(other.card("refund_order")).not.toContainText("by you");
  expect(await copilot.refundsOf("A-1001")).toBe(1);
});
