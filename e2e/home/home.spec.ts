import { ChatPage, expect, test } from "../chat/chat-page";
import { violations } from "../support/violations";

test("what is written here starts a thread at once, and a reload does not ask twice", async ({ chat, page, posts }) => {
  await page.goto("/");
  await chat.ready();
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  await chat.ask("Look up order A-1004");
  await expect(page).toHaveURL(/\/chat\/thread_/);
  await expect(chat.answer).toContainText("Noise-cancelling headphones");
  await chat.expectIdle();
  expect(posts).toHaveLength(1);
  await chat.reload();
  await expect(chat.log.locator("article")).toHaveCount(2);
  await chat.expectIdle();
  expect(posts).toHaveLength(1);

  await page.goBack();
  await chat.ready();
  await page.goForward();
  await expect(chat.log.locator("article")).toHaveCount(2);
  await chat.expectIdle();
  expect(posts).toHaveLength(1);
});

test("a pattern is one click away, and the agent's cards take answers there", async ({ chat, page }) => {
  await page.goto("/");
  await chat.ready();
  const patterns = page.getByRole("list", { name: "Suggestions" });
  for (const title of ["Tool in the browser", "Approval", "Mixed", "Answered by a person", "In parallel", "Failure"]) {
    await expect(patterns.getByRole("button", { name: title }).first()).toBeEnabled();
  }
  await patterns.getByRole("button", { name: "Mixed" }).click();
  await chat.expectState("refund_order", "approval-requested");
  await chat.card("refund_order").getByRole("button", { name: "Approve" }).click();
  await chat.expectState("refund_order", "output-available");
  await chat.expectState("read_text", "output-available");
  await chat.expectIdle();
});

test("it says what answers and how to change that, and leads to the three clients", async ({ page }) => {
  await page.goto("/");
  await new ChatPage(page).ready();
  const main = page.getByRole("main");
  await expect(main).toContainText("demo: scripted, no key, no network");
  await expect(main).toContainText("PGlite, embedded in the server");
  await expect(main).toContainText("AGENT_MODEL=");
  await expect(main).toContainText("DATABASE_URL=");
  for (const [name, path] of [
    ["AI SDK", "/chat"],
    ["AG-UI", "/agui"],
    ["CopilotKit", "/copilotkit"],
  ] as const) {
    await expect(main.getByRole("link", { name })).toHaveAttribute("href", path);
  }
});

test("an address that leads nowhere says so, beside the threads", async ({ page }) => {
  const response = await page.goto("/nowhere/at/all");
  expect(response?.status()).toBe(404);
  await new ChatPage(page).ready();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("There is no such page");
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Switch between light and dark" })).toBeFocused();
  await page.getByRole("link", { name: "Go to the start" }).click();
  await expect(page).toHaveURL("/");
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`is accessible and fits, ${colorScheme}`, async ({ chat, page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto("/");
    await chat.ready();
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  });
}
