import { saysItsUsage } from "../support/usage";
import { violations } from "../support/violations";
import { expect, test } from "./chat-page";

test("a server tool's call, result and the answer show, and the page posts one message", async ({ chat, posts }) => {
  await chat.open();
  await chat.ask("Look up order A-1004");
  await chat.expectState("look_up_order", "output-available");
  await expect(chat.answer).toContainText("Noise-cancelling headphones");
  await chat.expectIdle();
  expect(posts).toHaveLength(1);
  expect(posts[0]?.messages).toHaveLength(1);
});

test("a browser tool runs here, once, and its result is posted by itself", async ({ chat, posts }) => {
  await chat.open();
  await chat.ask("What is the title of this page?");
  await chat.expectState("read_title", "output-available");
  await expect(chat.answer).toContainText("Neuron Next");
  await chat.expectIdle();
  expect(posts.map(({ messages }) => messages.map(({ role }) => role))).toEqual([["user"], ["assistant"]]);
});

test("a failing call shows its error, and the agent goes on", async ({ chat }) => {
  await chat.open();
  await chat.ask("Read the text of #not-there");
  await chat.expectState("read_text", "output-error");
  await expect(chat.card("read_text")).toContainText("Nothing on the page matches");
  await chat.expectIdle();
});

test("a suggestion sends its question", async ({ chat }) => {
  await chat.open();
  await chat.page.getByRole("list", { name: "Suggestions" }).getByRole("button").first().click();
  await expect(chat.log.locator('article[data-role="user"]')).toHaveCount(1);
  await expect(chat.answer).toBeVisible();
  await expect(chat.page.getByRole("list", { name: "Suggestions" })).toHaveCount(0);
});

test("a second question goes on in the same thread, and a reload shows both", async ({ chat }) => {
  await chat.open();
  await chat.ask("What time is it?");
  await expect(chat.answer).toContainText("server's clock");
  await chat.expectIdle();
  await chat.ask("Look up order A-1004");
  await expect(chat.answer).toContainText("Noise-cancelling headphones");
  await chat.expectIdle();
  const ids = () =>
    chat.log.locator("article").evaluateAll((all) => all.map((each) => each.getAttribute("data-message-id")));
  const before = await ids();
  expect(before).toHaveLength(4);
  await chat.reload();
  await expect(chat.log.locator("article")).toHaveCount(4);
  expect(await ids()).toEqual(before);
});

test("the switcher opens the same thread in another client", async ({ chat }) => {
  const threadId = await chat.open();
  const clients = chat.page.getByRole("navigation", { name: "Clients" });
  for (const [name, path] of [
    ["AI SDK", "chat"],
    ["AG-UI", "agui"],
    ["CopilotKit", "copilotkit"],
    ["Inspector", "inspector"],
  ] as const) {
    await expect(clients.getByRole("link", { name, exact: true })).toHaveAttribute("href", `/${path}/${threadId}`);
  }
  await expect(clients.getByRole("link", { name: "AI SDK" })).toHaveAttribute("aria-current", "page");
});

test("the last question is edited in place, and its answer replaced", async ({ chat, page }) => {
  await chat.open();
  await chat.ask("Look up order A-1004");
  await expect(chat.answer).toContainText("Noise-cancelling headphones");
  await chat.expectIdle();
  const question = chat.log.locator('article[data-role="user"]');
  await question.hover();
  await question.getByRole("button", { name: "Edit message" }).click();
  const field = question.getByRole("textbox", { name: "Edit message" });
  await expect(field).toBeFocused();
  await expect(question).toContainText("what its tools did stays done");
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(question.getByRole("button", { name: "Edit message" })).toBeFocused();
  await page.keyboard.press("Enter");
  await field.fill("Look up order A-1006");
  await page.keyboard.press("Enter");
  await expect(chat.answer).toContainText("Mechanical keyboard");
  await chat.expectIdle();
  await chat.reload();
  await expect(chat.log.locator("article")).toHaveCount(2);
  await expect(question).toHaveText(/Look up order A-1006/);
  await expect(chat.answer).toContainText("Mechanical keyboard");
  await expect(chat.log).not.toContainText("A-1004");
});

test("an answer says on request what it has used, all its steps together", ({ chat }) => saysItsUsage(chat));
