import { violations } from "../support/violations";
import { ChatPage, expect, test } from "./chat-page";

const scroll = (chat: ChatPage) =>
  chat.log.evaluate((log) => ({ top: log.scrollTop, rest: log.scrollHeight - log.clientHeight - log.scrollTop }));

test("the end stays in view while the reader is there", async ({ chat }) => {
  await chat.open();
  await chat.ask("Tell a story of 1500 words");
  for (const passed of [100, 200, 300]) {
    await expect.poll(async () => (await scroll(chat)).top).toBeGreaterThan(passed);
    expect((await scroll(chat)).rest).toBeLessThan(48);
  }
  await chat.page.getByRole("button", { name: "Stop" }).click();
  await chat.expectIdle();
  await expect.poll(async () => (await scroll(chat)).rest).toBeLessThan(48);
  await expect(chat.page.getByRole("button", { name: "Jump to latest" })).toHaveCount(0);
});

test("a reader who scrolls up is left in peace and can jump back", async ({ chat, page }) => {
  await chat.open();
  await chat.ask("Tell a story of 4000 words");
  await expect.poll(async () => (await scroll(chat)).top).toBeGreaterThan(300);
  await chat.log.hover();
  await page.mouse.wheel(0, -250);
  const jump = page.getByRole("button", { name: "Jump to latest" });
  await expect(jump).toBeVisible();
  const { top } = await scroll(chat);
  await page.waitForTimeout(800);
  expect(Math.abs((await scroll(chat)).top - top)).toBeLessThan(4);
  await jump.click();
  await expect.poll(async () => (await scroll(chat)).rest).toBeLessThan(48);
  await expect(jump).toHaveCount(0);
  await page.getByRole("button", { name: "Stop" }).click();
  await chat.expectIdle();
});

test("a new question is followed, also when the answer before it becomes shorter", async ({ chat, page }) => {
  await chat.open();
  await chat.ask("Look up A-1001, A-1004 and A-1007");
  await chat.expectIdle();
  // Its buttons go with the next question: what is at the end moves up before anything is below it.
  await expect(chat.answer.getByRole("button", { name: "Copy" })).toBeVisible();
  await expect.poll(async () => (await scroll(chat)).rest).toBeLessThan(48);
  await chat.ask("Refund 110 for A-1005");
  await chat.expectState("refund_order", "approval-requested");
  await expect(chat.card("refund_order").getByRole("button", { name: "Approve" })).toBeInViewport();
  await expect(page.getByRole("button", { name: "Jump to latest" })).toHaveCount(0);
});

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [1280, 390]) {
    test(`is accessible in every state, ${colorScheme}, ${width} px`, async ({ chat, page }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await chat.open();
      await expect(page.getByRole("list", { name: "Suggestions" })).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await chat.ask("Look up order A-1004");
      await expect(chat.answer).toContainText("Noise-cancelling headphones");
      await chat.expectIdle();
      await chat.ask("Refund 250 for A-1001");
      await chat.expectState("refund_order", "approval-requested");
      expect(await violations(page)).toEqual([]);
      await chat.card("refund_order").getByRole("button", { name: "Reject" }).click();
      await chat.expectIdle();
      await chat.ask("Pick a delivery date for A-1003");
      await chat.card("pick_date").getByRole("button", { name: "Use this date" }).waitFor();
      await chat.card("pick_date").getByRole("button", { name: "Cancel" }).click();
      await chat.expectIdle();
      await chat.ask("Break in the middle of an answer");
      await expect(chat.alert).toBeVisible();
      expect(await violations(page)).toEqual([]);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBe(0);
    });
  }
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("the conversation comes first, and the desk is one tap away", async ({ chat, page }) => {
    await chat.open();
    await expect(chat.message).toBeVisible();
    await expect(page.getByRole("heading", { name: "Order desk" })).toBeHidden();
    await page.getByRole("button", { name: "Order desk" }).tap();
    await expect(page.getByRole("heading", { name: "Order desk" })).toBeVisible();
    await expect(chat.message).toBeHidden();
    await page.getByRole("button", { name: "Conversation" }).tap();
    await chat.ask("Read the text of #summary");
    await chat.expectState("read_text", "output-available");
    await expect(chat.card("read_text")).toContainText("12 orders");
  });

  test("what is tapped is at least 44 pixels high", async ({ chat, page }) => {
    await chat.open();
    await chat.ask("Refund 250 for A-1001");
    await chat.expectState("refund_order", "approval-requested");
    const small = await page
      .locator("header a, header button, nav button, [role=log] button, [role=log] input, form button")
      .evaluateAll((all) =>
        all
          .map((each) => ({ text: each.textContent, box: each.getBoundingClientRect() }))
          .filter(({ box }) => box.height > 0 && box.height < 44)
          .map(({ text, box }) => `${text}: ${box.height}`),
      );
    expect(small).toEqual([]);
  });
});

test("while a conversation is loaded, the page says so", async ({ chat, context }) => {
  const threadId = await chat.open();
  await chat.ask("What time is it?");
  await expect(chat.answer).toContainText("server's clock");
  await chat.expectIdle();
  // A tab that has kept nothing of it.
  const other = new ChatPage(await context.newPage());
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await other.page.route(`**/api/chat/${threadId}**`, async (route) => {
    await held;
    await route.continue();
  });
  await other.open(threadId);
  await expect(other.status).toHaveText("Loading the conversation…");
  letGo();
  await expect(other.status).toHaveText("Ready. The answer is complete.");
});
