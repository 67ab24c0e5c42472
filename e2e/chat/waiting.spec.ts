import type { Page } from "@playwright/test";
import { expect, test } from "./chat-page";

/** A run of this page's session that waits for a browser, begun without one. */
async function beginElsewhere(page: Page, threadId: string, text: string): Promise<void> {
  const post = async (path: string, data: object) => {
    const response = await page.request.post(`/api/threads/${threadId}/${path}`, { data });
    expect(response.status()).toBe(200);
    return response.json();
  };
  const { run } = await post("messages", { text });
  if (run.interrupt?.type === "approval") {
    const decisions = Object.fromEntries(
      run.interrupt.calls.map((call: { callId: string }) => [call.callId, "approve"]),
    );
    await post("approvals", { decisions });
  }
}

const newThread = () => `e2e-${Date.now()}-${Math.random().toString(36).slice(2)}`;

test("a person answers with a date", async ({ chat }) => {
  await chat.open();
  await chat.ask("Pick a delivery date for A-1003");
  const card = chat.card("pick_date");
  await card.getByLabel("Delivery date for A-1003").fill("2036-12-24");
  await card.getByRole("button", { name: "Use this date" }).click();
  await chat.expectState("pick_date", "output-available");
  await expect(chat.answer).toContainText("2036-12-24");
});

test("a date card without a date does not answer, and can be cancelled", async ({ chat, posts }) => {
  await chat.open();
  await chat.ask("Pick a delivery date for A-1003");
  const card = chat.card("pick_date");
  await card.getByRole("button", { name: "Use this date" }).click();
  await chat.expectState("pick_date", "input-available");
  expect(posts).toHaveLength(1);
  await card.getByRole("button", { name: "Cancel" }).click();
  await chat.expectState("pick_date", "output-error");
  await expect(card).toContainText("Frontend tool execution cancelled.");
  await chat.expectIdle();
});

test("after a reload the date card is back and works", async ({ chat }) => {
  await chat.open();
  await chat.ask("Pick a delivery date for A-1003");
  await chat.card("pick_date").getByRole("button", { name: "Use this date" }).waitFor();
  await chat.reload();
  await chat.card("pick_date").locator("input").fill("2036-12-24");
  await chat.card("pick_date").getByRole("button", { name: "Use this date" }).click();
  await expect(chat.answer).toContainText("2036-12-24");
});

test("a waiting call that is safe to repeat runs by itself", async ({ chat, page }) => {
  await chat.open();
  const threadId = newThread();
  await beginElsewhere(page, threadId, "What is the title of this page?");
  await chat.open(threadId);
  await chat.expectState("read_title", "output-available");
  await expect(chat.answer).toContainText("Neuron Next");
});

test("any other waits for Run now", async ({ chat, context, page, posts }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await chat.open();
  const threadId = newThread();
  await beginElsewhere(page, threadId, 'Copy "later"');
  await chat.open(threadId);
  const card = chat.card("copy_text");
  await expect(card.getByRole("button", { name: "Run now" })).toBeEnabled();
  expect(posts).toEqual([]);
  await card.getByRole("button", { name: "Run now" }).click();
  await chat.expectState("copy_text", "output-available");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("later");
});

test("or for Cancel", async ({ chat, page }) => {
  await chat.open();
  const threadId = newThread();
  await beginElsewhere(page, threadId, 'Copy "later"');
  await chat.open(threadId);
  await chat.card("copy_text").getByRole("button", { name: "Cancel" }).click();
  await chat.expectState("copy_text", "output-error");
  await expect(chat.card("copy_text")).toContainText("Frontend tool execution cancelled.");
});

test("a question instead of a decision cancels and sends in one request", async ({ chat, posts, page }) => {
  await chat.open();
  await chat.ask("Refund 250 for A-1001");
  await chat.expectState("refund_order", "approval-requested");
  await chat.message.fill("What time is it?");
  await page.getByRole("button", { name: "Cancel and send" }).click();
  await expect(chat.answer).toContainText("server's clock");
  await chat.expectState("refund_order", "output-denied");
  expect(posts[1]?.messages.map(({ role }) => role)).toEqual(["assistant", "user"]);
  const order = await (await page.request.get("/api/orders/A-1001")).json();
  expect(order.refunds).toEqual([]);

  await chat.reload();
  await expect(chat.log.locator("article")).toHaveCount(4);
  await chat.expectState("refund_order", "output-denied");
});

test("a refused question is back in the field, and the wait shows", async ({ chat, page }) => {
  await chat.open();
  await chat.ask("What time is it?");
  await chat.expectIdle();
  // Another client makes the agent wait behind this page's back.
  await beginElsewhere(page, chat.threadId, "Pick a delivery date for A-1003");
  await chat.ask("Look up order A-1004");
  await expect(chat.alert).toContainText("not finished yet");
  await expect(chat.message).toHaveValue("Look up order A-1004");
  await expect(chat.card("pick_date").getByRole("button", { name: "Use this date" })).toBeVisible();
  await page.getByRole("button", { name: "Cancel and send" }).click();
  await expect(chat.answer).toContainText("Noise-cancelling headphones");
});
