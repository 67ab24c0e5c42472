import type { Page } from "@playwright/test";
import { AgUiPage } from "../agui/agui-page";
import { ChatPage, expect, test } from "../chat/chat-page";
import { CopilotPage } from "../copilotkit/copilot-page";

const clients = { "AI SDK": ChatPage, "AG-UI": AgUiPage, CopilotKit: CopilotPage };

/** The requests by which a page gives answers or asks: not those by which it looks. */
function posts(page: Page): string[] {
  const paths: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === "POST" && /\/(chat|agui|run)$/.test(pathname)) paths.push(pathname);
  });
  return paths;
}

for (const [name, Client] of Object.entries(clients)) {
  test(`a second window on ${name} follows the first one, and answers for it`, async ({ chat, context }) => {
    const second = new Client(await context.newPage());
    const sent = posts(second.page);
    // The page of a thread that nobody has asked anything yet.
    const threadId = await second.open();
    await chat.open(threadId);

    await chat.ask("What is the title of this page?");
    await expect(second.answer).toContainText("The title of the page is");
    await second.expectState("read_title", "output-available");
    await second.expectIdle();
    await chat.ask("Refund 250 for A-1001");
    await second.expectState("refund_order", "approval-requested");
    expect(sent).toEqual([]);

    await second.card("refund_order").getByRole("button", { name: "Approve" }).click();
    await second.expectState("refund_order", "output-available");
    await chat.expectState("refund_order", "output-available");
    await expect(chat.answer).toContainText("Refunded 250");
    await chat.expectIdle();
    expect(sent).toHaveLength(1);
    await second.page.close();
  });
}

test("a window follows what the inbox, another client and Stop do", async ({ chat, context }) => {
  const threadId = await chat.open();
  await chat.ask("Refund 250 for A-1001");
  await chat.expectState("refund_order", "approval-requested");
  const inbox = await context.newPage();
  await inbox.goto("/inbox");
  await inbox.getByRole("button", { name: "Approve" }).click();
  await chat.expectState("refund_order", "output-available");
  await inbox.close();

  const copilot = new CopilotPage(await context.newPage());
  await copilot.open(threadId);
  await copilot.ask("Tell a story of 3000 words");
  await expect(chat.answer).toContainText("The night shift");
  await copilot.page.getByRole("button", { name: "Stop" }).click();
  await chat.expectIdle();
  await copilot.page.close();
});
