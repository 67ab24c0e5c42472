import { expect, test } from "./copilot-page";

test("one run visits all three clients: asked in one, decided in the next, executed and read in the third", async ({
  copilot,
  context,
  page,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await copilot.open();
  await copilot.ask('Copy "through three doors", then refund 250 for A-1001');
  await copilot.expectState("copy_text", "approval-requested");

  await copilot.switchTo("AG-UI");
  await copilot.card("copy_text").getByRole("button", { name: "Approve" }).click();
  await copilot.expectState("copy_text", "output-available");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("through three doors");
  await copilot.expectState("refund_order", "approval-requested");

  await copilot.switchTo("AI SDK");
  await copilot.card("refund_order").getByRole("button", { name: "Approve" }).click();
  await copilot.expectState("refund_order", "output-available");
  await copilot.expectIdle();

  await copilot.switchTo("CopilotKit");
  await copilot.restored();
  await copilot.expectState("copy_text", "output-available");
  await copilot.expectState("refund_order", "output-available");
  await expect(copilot.answer).toContainText("Refunded 250");
  expect(await copilot.refundsOf("A-1001")).toBe(1);
  await expect(copilot.log.locator('article[data-role="user"]')).toHaveCount(1);
  await copilot.ask("What is the title of this page?");
  await expect(copilot.answer).toContainText("The title of the page is");
});

test("an open approval stays with its thread when another one is opened", async ({ copilot, page }) => {
  await copilot.open();
  await copilot.ask("Refund 250 for A-1001");
  await copilot.expectState("refund_order", "approval-requested");
  const first = copilot.threadId;
  await page.getByRole("link", { name: "New conversation" }).click();
  await expect.poll(() => copilot.threadId).not.toBe(first);
  await copilot.ready();
  await copilot.restored();
  await expect(page.locator('[data-part="tool"]')).toHaveCount(0);
  await copilot.ask("Hello");
  await expect(copilot.answer).toContainText("Hello!");
  await copilot.open(first);
  await copilot.expectState("refund_order", "approval-requested");
});

test("files that were sent in one client are shown by the others, which go on with the conversation", async ({
  copilot,
  page,
}) => {
  await page.goto("/chat");
  await copilot.ready();
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Attach files" }).click();
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  await (await chooser).setFiles([
    { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("first line") },
    { name: "dot.png", mimeType: "image/png", buffer: png },
  ]);
  await copilot.send.click();
  await expect(copilot.answer).toContainText("dot.png");
  const question = copilot.log.locator('article[data-role="user"]').first();
  const expectFiles = async () => {
    await expect(question.getByRole("img", { name: "dot.png" })).toHaveAttribute(
      "src",
      /^data:image\/png;base64,iVBOR/,
    );
    await expect(question.getByText("notes.txt", { exact: true })).toBeVisible();
  };
  await expectFiles();

  await copilot.switchTo("AG-UI");
  await expectFiles();
  await copilot.ask("What time is it?");
  await expect(copilot.answer).toContainText("server's clock");

  await copilot.switchTo("CopilotKit");
  await copilot.restored();
  await expectFiles();
  await copilot.ask("What time is it?");
  await expect(copilot.answer).toContainText("server's clock");
  await expect(copilot.log.locator('article[data-role="user"]')).toHaveCount(3);
  await expectFiles();
});
