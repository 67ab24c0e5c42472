import { ChatPage, expect, test } from "../chat/chat-page";
import { violations } from "../support/violations";

test("threads are listed by their first message with what they wait for, and a run's end shows", async ({
  chat,
  page,
}) => {
  await chat.open();
  const sidebar = page.getByRole("navigation", { name: "Threads" });
  await expect(sidebar).toContainText("Your threads will be listed here.");
  const first = chat.threadId;
  await chat.ask("Refund 250 for A-1001");
  await chat.expectState("refund_order", "approval-requested");
  const row = sidebar.getByRole("listitem").filter({ hasText: "Refund 250 for A-1001" });
  await expect(row).toContainText("Waiting for you");
  await expect(sidebar.getByRole("link", { name: "Inbox" })).toContainText("1 waiting for you");
  await expect(row.getByRole("link")).toHaveAttribute("aria-current", "page");
  await chat.card("refund_order").getByRole("button", { name: "Reject" }).click();
  await chat.expectIdle();
  await expect(row).not.toContainText("Waiting for you");
  await expect(sidebar.getByRole("link", { name: "Inbox" })).not.toContainText("waiting");

  await sidebar.getByRole("link", { name: "New conversation" }).click();
  await expect(page).not.toHaveURL(new RegExp(first));
  await chat.ready();
  await chat.ask("Break in the middle of an answer");
  await expect(sidebar.getByRole("listitem").first()).toContainText("Failed");
  await row.getByRole("link").click();
  await expect(page).toHaveURL(`/chat/${first}`);
  await chat.expectState("refund_order", "output-denied");
});

test("a thread of somebody else is not there, on any client's page, and a new one is one click away", async ({
  browser,
  chat,
  page,
}) => {
  await chat.open();
  await chat.ask("What time is it?");
  await chat.expectIdle();
  const other = await browser.newContext();
  const stranger = new ChatPage(await other.newPage());
  // First without a session, then with the one that the first page has made.
  for (const client of ["chat", "agui", "copilotkit"]) {
    const response = await stranger.page.goto(`/${client}/${chat.threadId}`);
    expect(response?.status()).toBe(404);
    await stranger.ready();
    await expect(stranger.page.getByRole("heading", { level: 1 })).toHaveText("There is no such conversation for you");
    await expect(stranger.page.getByRole("main").getByRole("link", { name: "New conversation" })).toHaveAttribute(
      "href",
      `/${client}`,
    );
  }
  expect(await violations(stranger.page)).toEqual([]);
  await stranger.page.goto(`/chat/${chat.threadId}`);
  await stranger.page.getByRole("main").getByRole("link", { name: "New conversation" }).click();
  await expect(stranger.message).toBeEnabled();
  await stranger.ask("What time is it?");
  await stranger.expectState("server_clock", "output-available");
  await other.close();

  // An id that nobody has used is a new thread.
  expect((await page.goto(`/chat/unused-${Date.now()}`))?.status()).toBe(200);
  await chat.ready();
  expect((await page.goto("/chat/not%20an%20id"))?.status()).toBe(404);
});

test("a thread is renamed in place and found by its new name", async ({ chat, page }) => {
  await chat.open();
  const list = page.getByRole("navigation", { name: "Threads" }).getByRole("list", { name: "Threads" });
  await chat.ask("What time is it?");
  await chat.expectIdle();
  const row = list.getByRole("listitem");
  await row.getByRole("button", { name: "Options" }).click();
  // By keyboard from here: the focus follows what opens.
  await expect(row.getByRole("button", { name: "Rename" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(row.getByRole("textbox", { name: "Title" })).toBeFocused();
  await page.keyboard.type("The clock");
  await page.keyboard.press("Enter");
  await expect(row.getByRole("link")).toHaveText("The clock");
  await expect(row.getByRole("button", { name: "Options" })).toBeFocused();

  const search = page.getByRole("searchbox", { name: "Search threads" });
  await search.fill("what time");
  await expect(list).toHaveCount(0);
  await search.fill("CLOCK");
  await expect(row).toHaveCount(1);
  await chat.reload();
  await expect(row.getByRole("link")).toHaveText("The clock");
});

test("a thread is deleted for good, but not while the agent works in it", async ({ chat, page }) => {
  await chat.open();
  const { threadId } = chat;
  const list = page.getByRole("navigation", { name: "Threads" }).getByRole("list", { name: "Threads" });
  await chat.ask("Tell a story of 4000 words");
  await expect(list.getByRole("listitem")).toContainText("Running");
  await list.getByRole("button", { name: "Options" }).click();
  await list.getByRole("button", { name: "Delete" }).click();
  await list.getByRole("button", { name: "Delete for good" }).click();
  await expect(list.getByRole("alert")).toContainText("Stop it first");
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await chat.expectIdle();
  await list.getByRole("button", { name: "Delete for good" }).click();
  await expect(page).toHaveURL("/");
  await expect(list).toHaveCount(0);
  await expect(page.getByRole("navigation", { name: "Threads" }).getByRole("link").first()).toBeFocused();
  expect((await page.request.get(`/api/threads/${threadId}`)).status()).toBe(404);
  await chat.open(threadId);
  await expect(page.getByRole("list", { name: "Suggestions" })).toBeVisible();
  await expect(chat.log.locator("article")).toHaveCount(0);
});

for (const client of ["chat", "agui"]) {
  test(`what was deleted elsewhere does not come back on /${client}`, async ({ chat, page }) => {
    await page.goto(`/${client}`);
    await chat.ready();
    await chat.ask("Look up order A-1004");
    await expect(chat.answer).toContainText("Noise-cancelling headphones");
    await chat.expectIdle();
    expect((await page.request.delete(`/api/threads/${chat.threadId}`)).status()).toBe(200);
    await chat.ask("What time is it?");
    await expect(chat.answer).toContainText("The server's clock says");
    await chat.expectIdle();
    await chat.reload();
    await chat.expectIdle();
    await chat.expectState("server_clock", "output-available");
    await expect(chat.log).not.toContainText("A-1004");
    await expect(chat.log.locator("article")).toHaveCount(2);
  });
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("the threads are in a drawer that keeps the focus and gives it back", async ({ chat, page }) => {
    await chat.open();
    const first = chat.threadId;
    await chat.ask("What time is it?");
    await chat.expectIdle();
    await page.goto("/");
    await chat.ready();
    const menu = page.getByRole("button", { name: "Menu", exact: true });
    const drawer = page.getByRole("dialog", { name: "Menu" });
    await menu.tap();
    await expect(drawer.getByRole("link", { name: "What time is it?" })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    const small = await drawer
      .locator("a, button, input")
      .evaluateAll((all) =>
        all.filter((each) => each.getBoundingClientRect().height < 44).map((each) => each.outerHTML),
      );
    expect(small).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(drawer).toBeHidden();
    await expect(menu).toBeFocused();
    await menu.tap();
    await drawer.getByRole("link", { name: "What time is it?" }).tap();
    await expect(page).toHaveURL(`/chat/${first}`);
    await expect(drawer).toBeHidden();
    await expect(chat.answer).toContainText("server's clock");
  });
});

test("the open thread is in sight, however long the list is", async ({ chat, page }) => {
  const first = await chat.open();
  await chat.ask("What time is it?");
  await chat.expectIdle();
  await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      page.request.post(`/api/threads/${first}-${index}/messages`, { data: { text: "Hello" } }),
    ),
  );
  await chat.open(first);
  const rows = page.getByRole("list", { name: "Threads" }).getByRole("listitem");
  await expect(rows).toHaveCount(31);
  await expect(rows.filter({ has: page.locator("[aria-current=page]") })).toBeInViewport({ ratio: 1 });
});
