import { expect, test } from "./chat-page";

const LONG = "Tell a story of 3000 words";

test("a reload in the middle of an answer finds the run again", async ({ chat, posts, page }) => {
  await chat.open();
  await chat.ask(LONG);
  await expect(chat.answer).toContainText(/\w{3,}/);
  await chat.reload();
  await expect(chat.status).toHaveAttribute("data-status", "streaming");
  await expect(chat.answer).toContainText(/\w{3,}/);
  await expect(chat.log.locator("article")).toHaveCount(2);
  await page.getByRole("button", { name: "Stop" }).click();
  await chat.expectIdle();
  expect(posts).toHaveLength(1);
});

test("a reload paints the tab's copy before the server has answered", async ({ chat, page }) => {
  await chat.open();
  await chat.ask("What time is it?");
  await expect(chat.answer).toContainText("server's clock");
  await chat.expectIdle();
  await page.waitForTimeout(500);
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(`**/api/chat/${chat.threadId}`, async (route) => {
    await held;
    await route.continue();
  });
  await chat.reload();
  await expect(chat.answer).toContainText("server's clock");
  answer();
  await expect(chat.log.locator("article")).toHaveCount(2);
});

test("a stream that is cut without its final frame is taken up again", async ({ chat, page, posts }) => {
  await chat.open();
  await page.route("**/api/chat", async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    await route.fulfill({ response, body: body.slice(0, body.indexOf("\n\n", body.length / 2) + 2) });
  });
  await chat.ask("Look up order A-1004");
  await expect(chat.answer).toContainText("Noise-cancelling headphones");
  await chat.expectIdle();
  await expect(chat.alert).toHaveCount(0);
  expect(posts).toHaveLength(1);
});

test("without a network the question stays, and is sent when the network is back", async ({ chat, context, posts }) => {
  await chat.open();
  await chat.ask("What time is it?");
  await chat.expectIdle();
  await context.setOffline(true);
  await chat.ask("Look up order A-1004");
  await expect(chat.log.locator('article[data-role="user"]').last()).toContainText("Look up order A-1004");
  await expect(chat.status).toHaveText("Reconnecting…");
  await context.setOffline(false);
  await expect(chat.answer).toContainText("Noise-cancelling headphones");
  await chat.expectIdle();
  expect(new Set(posts.slice(1).map(({ messages }) => messages[0]?.id)).size).toBe(1);
});

test("Stop ends the run on the server and keeps what was written", async ({ chat, page }) => {
  await chat.open();
  await chat.ask(LONG);
  await expect(chat.answer).toContainText(/\w{3,}/);
  await page.getByRole("button", { name: "Stop" }).click();
  await chat.expectIdle();
  await expect(chat.answer).toContainText(/\w{3,}/);
  const inspection = await (await page.request.get(`/api/threads/${chat.threadId}`)).json();
  expect(inspection.run.status).toBe("cancelled");
  await chat.ask("What time is it?");
  await expect(chat.answer).toContainText("server's clock");
});

test("Stop while the agent waits closes its card", async ({ chat, page }) => {
  await chat.open();
  await chat.ask("Refund 250 for A-1001");
  await chat.expectState("refund_order", "approval-requested");
  await page.getByRole("button", { name: "Stop" }).click();
  await chat.expectState("refund_order", "output-error");
  await expect(chat.card("refund_order")).toContainText("Stopped");
  await expect(chat.send).toBeVisible();
});

test("a failed run says what to do, and Retry finishes the same answer", async ({ chat, posts }) => {
  await chat.open();
  await chat.ask("Break once in the middle of an answer");
  await expect(chat.alert).toBeVisible();
  await expect(chat.status).toHaveAttribute("data-status", "error");
  await chat.alert.getByRole("button", { name: "Retry" }).click();
  await expect(chat.answer).toContainText("This time it went well");
  await chat.expectIdle();
  await expect(chat.alert).toHaveCount(0);
  expect(posts[1]?.messages[0]?.id).toBe(posts[0]?.messages[0]?.id);
  await expect(chat.log.locator("article")).toHaveCount(2);
});

test("a failed run can still be retried after a reload", async ({ chat }) => {
  await chat.open();
  await chat.ask("Break once in the middle of an answer");
  await expect(chat.alert).toBeVisible();
  await chat.reload();
  await chat.alert.getByRole("button", { name: "Retry" }).click();
  await expect(chat.answer).toContainText("This time it went well");
});

test("a server that is not available leaves the question, and Retry sends it", async ({ chat, page }) => {
  await chat.open();
  await page.route("**/api/chat", (route) =>
    route.fulfill({
      status: 503,
      json: {
        error: { code: "unavailable", message: "The database cannot be reached.", retryable: true, requestId: "req_7" },
      },
    }),
  );
  await chat.ask("What time is it?");
  await expect(chat.alert).toContainText("req_7");
  await page.unroute("**/api/chat");
  await chat.alert.getByRole("button", { name: "Retry" }).click();
  await expect(chat.answer).toContainText("server's clock");
  await expect(chat.log.locator("article")).toHaveCount(2);
});
