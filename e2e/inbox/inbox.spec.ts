import type { Page } from "@playwright/test";
import { expect, test } from "../chat/chat-page";
import { violations } from "../support/violations";

/** A run of this page's session, begun without a page. */
async function begin(page: Page, threadId: string, text: string): Promise<string[]> {
  const response = await page.request.post(`/api/threads/${threadId}/messages`, { data: { text } });
  expect(response.status()).toBe(200);
  const { run } = await response.json();
  return run.interrupt.calls.map((call: { callId: string }) => call.callId);
}

const unique = (name: string) => `${name}-${Date.now()}-${Math.random().toString(36).slice(2)}`;

test("every wait over all threads is answered in place", async ({ chat, page }) => {
  await page.goto("/inbox");
  await chat.ready();
  await expect(page.getByRole("main")).toContainText("Nothing waits for you");
  expect(await violations(page)).toEqual([]);

  const [refund, date, form] = [unique("refund"), unique("date"), unique("form")];
  await begin(page, refund, "Refund 250 for A-1001 and refund 300 for A-1002");
  await begin(page, date, "Pick a delivery date for A-1003");
  await begin(page, form, "What is in the form?");
  await page.reload();
  await chat.ready();
  const inbox = page.getByRole("navigation", { name: "Threads" }).getByRole("link", { name: "Inbox" });
  await expect(page.getByRole("status").filter({ hasText: "4 calls wait for you." })).toBeVisible();
  await expect(inbox).toContainText("4 waiting for you");
  expect(await violations(page)).toEqual([]);

  const cards = page.locator('[data-tool-name="refund_order"]');
  await cards.nth(0).getByRole("button", { name: "Approve" }).focus();
  await page.keyboard.press("Enter");
  await expect(cards.nth(0)).toContainText("Approved");
  // The keyboard goes on at the next question.
  await expect(cards.nth(1)).toBeFocused();
  await cards.nth(1).getByRole("textbox", { name: "Reason" }).fill("too much");
  await cards.nth(1).getByRole("button", { name: "Reject" }).click();
  await expect(cards.nth(1)).toContainText("too much");
  const dates = page.locator('[data-tool-name="pick_date"]');
  await dates.getByLabel("Delivery date for A-1003").fill("2036-12-24");
  await dates.getByRole("button", { name: "Use this date" }).click();
  await expect(dates).toHaveAttribute("data-state", "output-available");
  // The second decision sets off what the first one is about.
  await expect(cards.nth(0)).toHaveAttribute("data-state", "output-available");
  await expect(cards.nth(0)).toContainText("Approved by you");
  await expect(inbox).toContainText("1 waiting for you");
  expect(await violations(page)).toEqual([]);

  const refunds = async (id: string) => (await (await page.request.get(`/api/orders/${id}`)).json()).refunds;
  await expect.poll(async () => (await refunds("A-1001")).length).toBe(1);
  expect(await refunds("A-1002")).toEqual([]);
  await page.getByRole("link", { name: "Run it in the conversation" }).click();
  await expect(page).toHaveURL(`/chat/${form}`);
  await chat.expectState("read_form", "output-available");
  await chat.expectIdle();
  await expect(inbox).not.toContainText("waiting");
  await chat.open(date);
  await expect(chat.answer).toContainText("2036-12-24");
});

test("what was answered elsewhere says by what", async ({ chat, page }) => {
  await page.goto("/");
  await chat.ready();
  const [first, second] = [unique("first"), unique("second")];
  const [callId = ""] = await begin(page, first, "Refund 250 for A-1001");
  const [later = ""] = await begin(page, second, "Refund 300 for A-1002");
  await page.goto("/inbox");
  await chat.ready();
  // A call id is unique in its thread only.
  const card = page.getByRole("region", { name: "Refund 250 for A-1001" }).locator("[data-tool-call-id]");
  await expect(card.getByRole("button", { name: "Approve" })).toBeEnabled();
  const answer = (threadId: string, id: string, decision: string) =>
    page.request.post(`/api/threads/${threadId}/approvals`, { data: { decisions: { [id]: decision }, via: "Slack" } });

  // The inbox learns it from the refusal, or from its own next look, whichever comes first.
  expect((await answer(first, callId, "reject")).status()).toBe(200);
  await card
    .getByRole("button", { name: "Approve" })
    .click({ timeout: 2_000 })
    .catch(() => undefined);
  await expect(card).toContainText("Already rejected elsewhere, in Slack.");
  expect((await (await page.request.get("/api/orders/A-1001")).json()).refunds).toEqual([]);

  // Nobody clicks: the next look at the page tells it.
  expect((await answer(second, later, "approve")).status()).toBe(200);
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(page.getByRole("region", { name: "Refund 300 for A-1002" })).toContainText(
    "Already approved elsewhere, in Slack.",
  );
  await expect(page.getByRole("status").filter({ hasText: "Everything is answered." })).toBeVisible();
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`fits a phone and is accessible there, ${colorScheme}`, async ({ chat, page }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/");
    await chat.ready();
    await begin(page, unique("phone"), "Pick a delivery date for A-1003");
    await begin(page, unique("phone"), "Refund 250 for A-1001");
    await page.goto("/inbox");
    await chat.ready();
    await expect(page.getByRole("button", { name: "Approve" })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
}
