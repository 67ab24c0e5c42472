import { expect, refundsOf, test } from "./agui-page";

test("begun in the AI SDK client, approved and executed in the AG-UI client, read to its end in the first", async ({
  agui,
  context,
  page,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/chat");
  await agui.ready();
  await agui.ask('Copy "from one to the other"');
  await agui.expectState("copy_text", "approval-requested");

  await agui.switchTo("AG-UI");
  await agui.card("copy_text").getByRole("button", { name: "Approve" }).click();
  await agui.expectState("copy_text", "output-available");
  await agui.expectIdle();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("from one to the other");
  const answer = await agui.answer.textContent();

  await agui.switchTo("AI SDK");
  await agui.expectState("copy_text", "output-available");
  await expect(agui.log.locator("article")).toHaveCount(2);
  await expect(agui.card("copy_text")).toHaveCount(1);
  expect(answer).toBeTruthy();
});

test("begun in the AG-UI client, approved in the AI SDK client, read to its end in the first", async ({
  agui,
  page,
}) => {
  await agui.open();
  await agui.ask("Refund 250 for A-1001");
  await agui.expectState("refund_order", "approval-requested");

  await agui.switchTo("AI SDK");
  await agui.card("refund_order").getByRole("button", { name: "Approve" }).click();
  await agui.expectState("refund_order", "output-available");
  await agui.expectIdle();

  await agui.switchTo("AG-UI");
  await agui.expectState("refund_order", "output-available");
  await expect(agui.log.locator("article")).toHaveCount(2);
  expect(await refundsOf(page, "A-1001")).toBe(1);
  await agui.ask("What time is it?");
  await expect(agui.answer).toContainText("server's clock");
});

test("a streaming answer is followed in the other client", async ({ agui, page }) => {
  await agui.open();
  await agui.ask("Tell a story of 3000 words");
  await expect(agui.answer).toContainText(/\w{3,}/);
  await agui.switchTo("AI SDK");
  await expect(agui.status).toHaveAttribute("data-status", "streaming");
  await agui.switchTo("AG-UI");
  await expect(agui.status).toHaveAttribute("data-status", "streaming");
  await expect(agui.log.locator("article")).toHaveCount(2);
  await page.getByRole("button", { name: "Stop" }).click();
  await agui.expectIdle();
});
