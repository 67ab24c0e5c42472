import { expect, test } from "./chat-page";

// The seeds' scenario list on the page; what no page can do by itself (an eager client) is shown without one.

test("a server tool and a frontend tool in one step: one pause, one continuation", async ({ chat, posts }) => {
  await chat.open();
  await chat.ask("What time is it and what is the title of this page?");
  await chat.expectState("server_clock", "output-available");
  await chat.expectState("read_title", "output-available");
  await chat.expectIdle();
  await expect(chat.answer).toContainText("Neuron Next");
  expect(posts).toHaveLength(2);
});

test("two calls of one tool stay apart", async ({ chat, page, posts }) => {
  await chat.open();
  await chat.ask("Read the text of #summary and #customer");
  const cards = chat.log.locator('[data-part="tool"][data-tool-name="read_text"]');
  await expect(cards).toHaveCount(2);
  for (const index of [0, 1]) await expect(cards.nth(index)).toHaveAttribute("data-state", "output-available");
  await chat.expectIdle();
  const ids = await cards.evaluateAll((elements) => elements.map((element) => element.dataset.toolCallId));
  expect(new Set(ids).size).toBe(2);
  const texts = await Promise.all(["#summary", "#customer"].map((selector) => page.locator(selector).textContent()));
  for (const text of texts) await expect(chat.answer).toContainText((text ?? "").trim().slice(0, 12));
  expect(posts).toHaveLength(2);
});

test("arrays, objects, false, 0 and null cross the boundary as themselves", async ({ chat, page }) => {
  await chat.open();
  for (const [question, toolName, output] of [
    ["Which headings are there?", "list_headings", expect.any(Array)],
    ["What is in the form?", "read_form", expect.any(Object)],
    ["Is #gift-wrap checked?", "is_checked", false],
    ["Count `.not-on-this-page`", "count_elements", 0],
    ["Read attribute data-nothing of .order-row", "read_attribute", null],
  ] as const) {
    await chat.ask(question);
    await chat.expectState(toolName, "output-available");
    await chat.expectIdle();
    const { messages } = await (await page.request.get(`/api/chat/${chat.threadId}`)).json();
    const part = messages.at(-1).parts.find((one: { type: string }) => one.type === `tool-${toolName}`);
    expect(part).toMatchObject({ state: "output-available" });
    expect(part.output).toEqual(output);
  }
});

test("a handler that throws is an error that the model reads", async ({ chat, posts }) => {
  await chat.open();
  await chat.ask("Read the text of #not-on-this-page");
  await chat.expectState("read_text", "output-error");
  await chat.expectIdle();
  await expect(chat.answer).toContainText("#not-on-this-page");
  expect(posts).toHaveLength(2);
});

test("two steps in a row, without a submission loop", async ({ chat, page, posts }) => {
  await chat.open();
  await chat.ask("Read the title, then the headings");
  await chat.expectState("read_title", "output-available");
  await chat.expectState("list_headings", "output-available");
  await chat.expectIdle();
  // A predicate that is not bound to the last step would send again and again from here on.
  await page.waitForTimeout(1_500);
  expect(posts).toHaveLength(3);
});

test("frontend call and approval in one step: nothing runs here before the decision", async ({ chat, page, posts }) => {
  await chat.open();
  await chat.ask("Read the title and refund 250");
  await chat.expectState("refund_order", "approval-requested");
  await expect(chat.card("read_title")).not.toHaveAttribute("data-state", "output-available");
  await page.getByRole("button", { name: "Approve" }).click();
  await chat.expectState("refund_order", "output-available");
  await chat.expectState("read_title", "output-available");
  await chat.expectIdle();
  expect(posts).toHaveLength(3);
});

test("long text in many scripts arrives whole, and is the same after a reload", async ({ chat }) => {
  await chat.open();
  await chat.ask("Tell a long story in several languages");
  await expect(chat.status).not.toHaveAttribute("data-status", "ready");
  await chat.expectIdle();
  const text = (await chat.answer.locator('[data-part="text"]').textContent()) ?? "";
  expect(text.length).toBeGreaterThan(1_500);
  expect(text).not.toContain("\uFFFD");
  await chat.reload();
  await expect(chat.answer.locator('[data-part="text"]')).toHaveText(text);
});
