import { expect, test } from "./agui-page";

const LONG = "Tell a story of 3000 words";

test("a reload in the middle of an answer finds the run again and follows it", async ({ agui, posts, page }) => {
  await agui.open();
  await agui.ask(LONG);
  await expect(agui.answer).toContainText(/\w{3,}/);
  await agui.reload();
  await expect(agui.status).toHaveAttribute("data-status", "streaming");
  await expect(agui.answer).toContainText(/\w{3,}/);
  await expect(agui.log.locator("article")).toHaveCount(2);
  await page.getByRole("button", { name: "Stop" }).click();
  await agui.expectIdle();
  expect(posts).toHaveLength(1);
});

test("a stream that is cut without its final frame is taken up again", async ({ agui, page, posts }) => {
  await agui.open();
  await page.route("**/api/agui", async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    await route.fulfill({ response, body: body.slice(0, body.indexOf("\n\n", body.length / 2) + 2) });
  });
  await agui.ask("Look up order A-1004");
  await expect(agui.answer).toContainText("Noise-cancelling headphones");
  await agui.expectIdle();
  await expect(agui.alert).toHaveCount(0);
  expect(posts).toHaveLength(1);
});

test("without a network the question stays, and is sent when the network is back", async ({ agui, context, posts }) => {
  await agui.open();
  await agui.ask("What time is it?");
  await agui.expectIdle();
  await context.setOffline(true);
  await agui.ask("Look up order A-1004");
  await expect(agui.log.locator('article[data-role="user"]').last()).toContainText("Look up order A-1004");
  await expect(agui.status).toHaveText("Reconnecting…");
  await context.setOffline(false);
  await expect(agui.answer).toContainText("Noise-cancelling headphones");
  await agui.expectIdle();
  expect(new Set(posts.slice(1).map(({ messages }) => messages.at(-1)?.id)).size).toBe(1);
});

test("Stop ends the run on the server and keeps what was written", async ({ agui, page }) => {
  await agui.open();
  await agui.ask(LONG);
  await expect(agui.answer).toContainText(/\w{3,}/);
  await page.getByRole("button", { name: "Stop" }).click();
  await agui.expectIdle();
  await expect(agui.answer).toContainText(/\w{3,}/);
  const inspection = await (await page.request.get(`/api/threads/${agui.threadId}`)).json();
  expect(inspection.run.status).toBe("cancelled");
  await agui.ask("What time is it?");
  await expect(agui.answer).toContainText("server's clock");
});

test("a failed run says what to do, and Retry finishes the same answer", async ({ agui, posts }) => {
  await agui.open();
  await agui.ask("Break once in the middle of an answer");
  await expect(agui.alert).toBeVisible();
  await expect(agui.status).toHaveAttribute("data-status", "error");
  await agui.alert.getByRole("button", { name: "Retry" }).click();
  await expect(agui.answer).toContainText("This time it went well");
  await agui.expectIdle();
  await expect(agui.alert).toHaveCount(0);
  expect(posts[1]?.messages.at(-1)?.id).toBe(posts[0]?.messages.at(-1)?.id);
  await expect(agui.log.locator("article")).toHaveCount(2);
});
