import { expect, test } from "./chat/chat-page";
import { InspectorPage } from "./inspector/inspector-page";
import { violations } from "./support/violations";

/**
 * What somebody does who has just started the application, in the order in which they find it. `npm run first-ten-minutes`
 * plays it on a fresh clone.
 */
test("the first ten minutes", async ({ chat, page }) => {
  const suggest = (title: string) =>
    page.getByRole("list", { name: "Suggestions" }).getByRole("button", { name: title }).first();
  const approve = () => chat.card("refund_order").getByRole("button", { name: "Approve" }).click();
  const refunds = async (id: string) => (await (await page.request.get(`/api/orders/${id}`)).json()).refunds.length;

  const runOf = async (id: string) => (await (await page.request.get(`/api/threads/${id}`)).json()).run;

  // Each pattern, from the home page.
  const patterns: [string, () => Promise<void>][] = [
    ["Tool on the server", () => expect(chat.answer).toContainText("Noise-cancelling headphones")],
    ["Tool in the browser", () => expect(chat.answer).toContainText("Neuron Next")],
    [
      "Mixed: browser and approval",
      async () => {
        await approve();
        await chat.expectState("read_text", "output-available");
      },
    ],
    [
      "Answered by a person",
      async () => {
        await chat.card("pick_date").getByLabel("Delivery date for A-1003").fill("2036-12-24");
        await chat.card("pick_date").getByRole("button", { name: "Use this date" }).click();
        await expect(chat.answer).toContainText("2036-12-24");
      },
    ],
    ["In parallel", () => expect(chat.answer.locator('[data-tool-name="look_up_order"]')).toHaveCount(3)],
    [
      "Failure, then retry",
      async () => {
        await chat.alert.getByRole("button", { name: "Retry" }).click();
        await expect(chat.answer).toContainText("This time it went well");
        expect((await runOf(chat.threadId)).attempt).toBe(2);
        await chat.ask("What time is it?");
        await chat.expectState("server_clock", "output-available");
      },
    ],
    [
      "Long answer",
      async () => {
        await expect(chat.answer).toContainText(/\w{4,}/);
        await page.getByRole("button", { name: "Stop", exact: true }).click();
      },
    ],
  ];
  for (const [title, look] of patterns) {
    await page.goto("/");
    await chat.ready();
    await suggest(title).click();
    await expect(page).toHaveURL(/\/chat\/thread_/);
    await look();
    await chat.expectIdle();
  }

  // An approval waits through a reload, and is given in another client.
  await page.goto("/");
  await chat.ready();
  await suggest("Approval").click();
  await chat.expectState("refund_order", "approval-requested");
  await chat.reload();
  await chat.expectState("refund_order", "approval-requested");
  await page.getByRole("navigation", { name: "Clients" }).getByRole("link", { name: "AG-UI", exact: true }).click();
  await page.waitForURL("**/agui/**");
  await chat.ready();
  await approve();
  await chat.expectState("refund_order", "output-available");
  await chat.expectIdle();
  expect(await refunds("A-1001")).toBe(1);
  await page
    .getByRole("navigation", { name: "Clients" })
    .getByRole("link", { name: "CopilotKit", exact: true })
    .click();
  await page.waitForURL("**/copilotkit/**");
  await chat.ready();
  await chat.expectState("refund_order", "output-available");

  // Another one waits in the inbox.
  await chat.ask("Refund 110 for A-1005");
  await chat.expectState("refund_order", "approval-requested");
  const threadId = chat.threadId;
  await page.getByRole("navigation", { name: "Threads" }).getByRole("link", { name: "Inbox" }).click();
  await page.waitForURL("**/inbox");
  await chat.ready();
  const card = page.locator('[data-tool-name="refund_order"]');
  await card.getByRole("button", { name: "Approve" }).click();
  await expect(card).toContainText("Approved");
  await expect.poll(() => refunds("A-1005")).toBe(1);

  // The run behind it, and what happens to it when things go wrong.
  const inspector = new InspectorPage(page);
  await inspector.open(threadId);
  await inspector.expectStatus("completed");
  await expect(inspector.row("run-completed").first()).toBeVisible();
  await inspector.ask(threadId, "Refund 150 for A-1006");
  await inspector.expectStatus("suspended");
  await inspector.fault("Duplicate").click();
  await expect.poll(() => inspector.statuses()).toEqual(["200", "200"]);
  await inspector.expectStatus("completed");
  expect(await refunds("A-1006")).toBe(1);
  expect(await violations(page)).toEqual([]);
});
