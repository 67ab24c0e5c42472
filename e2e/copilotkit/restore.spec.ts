import { CopilotPage, expect, test } from "./copilot-page";

test("a reload with an open approval brings the card back, and it works", async ({ copilot }) => {
  await copilot.open();
  await copilot.ask("Refund 250 for A-1001");
  await copilot.expectState("refund_order", "approval-requested");
  await copilot.reload();
  await copilot.expectState("refund_order", "approval-requested");
  await copilot.card("refund_order").getByRole("button", { name: "Approve" }).click();
  await copilot.expectState("refund_order", "output-available");
  await copilot.expectIdle();
  expect(await copilot.refundsOf("A-1001")).toBe(1);
  await expect(copilot.log.locator('article[data-role="user"]')).toHaveCount(1);
});

test("a reload with a person's card brings the card back, and it works", async ({ copilot }) => {
  await copilot.open();
  await copilot.ask("Pick a delivery date for A-1003");
  await expect(copilot.card("pick_date").getByRole("button", { name: "Cancel" })).toBeVisible();
  await copilot.reload();
  await copilot
    .card("pick_date")
    .getByLabel(/Delivery date/)
    .fill("2036-12-24");
  await copilot.card("pick_date").getByRole("button", { name: "Use this date" }).click();
  await expect(copilot.answer).toContainText("2036-12-24");
});

test("a reload in the middle of an answer follows it to its end", async ({ copilot }) => {
  await copilot.open();
  await copilot.ask("Tell a story of 700 words");
  await expect(copilot.answer).toContainText(/\w{4,}/);
  await copilot.page.reload();
  await copilot.ready();
  await expect(copilot.status).toHaveAttribute("data-status", "streaming");
  // Told at a reader's pace.
  await expect(copilot.status).toHaveAttribute("data-status", "ready", { timeout: 90_000 });
  await expect(copilot.log.locator('article[data-role="user"]')).toHaveCount(1);
  const answer = await copilot.answer.textContent();
  await copilot.reload();
  expect(await copilot.answer.textContent()).toBe(answer);
});

test("a call that a reload has interrupted is repeated where that is safe", async ({ copilot }) => {
  const threadId = `e2e-${Date.now()}-a`;
  await copilot.open();
  const { page } = copilot;
  await page.request.post(`/api/threads/${threadId}/messages`, { data: { text: "What is the title of this page?" } });
  await copilot.open(threadId);
  await copilot.expectState("read_title", "output-available");
  await expect(copilot.answer).toContainText("The title of the page is");
});

test("any other waits for the person, who runs or cancels it", async ({ copilot, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await copilot.open();
  const { page } = copilot;
  for (const action of ["Run now", "Cancel"]) {
    const threadId = `e2e-${Date.now()}-${action[0]}`;
    const post = async (path: string, data: object) =>
      (await page.request.post(`/api/threads/${threadId}/${path}`, { data })).json();
    const { run } = await post("messages", { text: 'Copy "elsewhere"' });
    await post("approvals", { decisions: { [run.interrupt.calls[0].callId]: "approve" } });
    await copilot.open(threadId);
    const card = copilot.card("copy_text");
    await expect(card.getByRole("button", { name: "Run now" })).toBeVisible();
    await card.getByRole("button", { name: action }).click();
    await copilot.expectState("copy_text", action === "Cancel" ? "output-error" : "output-available");
    await copilot.expectIdle();
  }
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("elsewhere");
});

test("a second browser of the same session has the thread; another session has not", async ({
  copilot,
  browser,
  context,
}) => {
  await copilot.open();
  await copilot.ask("What time is it?");
  await expect(copilot.answer).toContainText("server's clock");
  const stored = await context.storageState();
  const same = await browser.newContext({ storageState: stored });
  const second = new CopilotPage(await same.newPage());
  await second.open(copilot.threadId);
  await expect(second.answer).toContainText("server's clock");
  const stranger = await browser.newContext();
  const third = new CopilotPage(await stranger.newPage());
  expect((await third.page.goto(`/copilotkit/${copilot.threadId}`))?.status()).toBe(404);
  await expect(third.page.getByRole("heading")).toContainText("no such conversation");
  await expect(third.page.locator("article")).toHaveCount(0);
  await same.close();
  await stranger.close();
});

test("a restored page paints what the tab has kept before the server answers", async ({ copilot, page }) => {
  await copilot.open();
  await copilot.ask("What time is it?");
  await expect(copilot.answer).toContainText("server's clock");
  await copilot.expectIdle();
  await page.waitForTimeout(500);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/agent/default/connect", async (route) => {
    await held;
    await route.continue();
  });
  await page.reload();
  await expect(copilot.answer).toContainText("server's clock");
  await expect(copilot.status).toContainText("Loading");
  release();
  await copilot.expectIdle();
  await expect(copilot.answer).toContainText("server's clock");
});
