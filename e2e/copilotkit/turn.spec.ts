import { saysItsUsage } from "../support/usage";
import { expect, test } from "./copilot-page";

test("an answer streams in, and the conversation is found by its names", async ({ copilot, page }) => {
  await copilot.open();
  await copilot.ask("Tell a story of 3000 words");
  await expect(copilot.status).toHaveAttribute("data-status", "streaming");
  const length = async () => (await copilot.answer.textContent())?.length ?? 0;
  await expect.poll(length).toBeGreaterThan(100);
  const early = await length();
  await expect.poll(length).toBeGreaterThan(early);
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await copilot.expectIdle();
  await expect(copilot.log.locator('article[data-role="user"][data-message-id] [data-part="text"]')).toHaveText(
    "Tell a story of 3000 words",
  );
  await expect(copilot.log.locator('[data-part="reasoning"]')).toHaveCount(1);
});

test("a question that was written on the page before starts the thread, and a reload does not ask twice", async ({
  copilot,
  page,
  runs,
}) => {
  await page.goto("/inbox");
  await page.evaluate(() => {
    sessionStorage.setItem("neuron:first-message:thread_first", JSON.stringify({ v: 1, value: "Hello" }));
  });
  const question = copilot.log.locator('article[data-role="user"]');
  await copilot.open("thread_first");
  await expect(copilot.answer).toContainText("Hello!");
  await copilot.expectIdle();
  await expect(question).toHaveText("Hello");
  expect(runs).toHaveLength(1);
  await copilot.reload();
  await expect(copilot.answer).toContainText("Hello!");
  await expect(question).toHaveText("Hello");
  await copilot.expectIdle();
  expect(runs).toHaveLength(1);
});

test("a small empty page is read from its top, and an approval stands close to what asks for it", async ({
  copilot,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 600 });
  await copilot.open();
  await copilot.restored();
  const heading = page.getByText("What shall the agent do?");
  await expect(heading).toBeVisible();
  // Longer than it takes to scroll there smoothly.
  await page.waitForTimeout(500);
  await expect(heading).toBeInViewport();

  await copilot.ask("Refund 250 for A-1001");
  await copilot.expectState("refund_order", "approval-requested");
  const text = copilot.answer.locator('[data-part="text"]').last();
  await expect(async () => {
    const [above, card] = await Promise.all([text.boundingBox(), copilot.card("refund_order").boundingBox()]);
    expect((card?.y ?? 0) - ((above?.y ?? 0) + (above?.height ?? 0))).toBeLessThan(40);
  }).toPass();
  await expect(page.getByRole("button", { name: "Copy answer" })).toHaveCount(0);
  await copilot.card("refund_order").getByRole("button", { name: "Approve" }).click();
  await copilot.expectIdle();
  await expect(page.getByRole("button", { name: "Copy answer" })).toHaveCount(1);
});

test("a frontend tool runs in the page, once, and the agent goes on by itself", async ({ copilot, runs }) => {
  await copilot.open();
  await copilot.ask("What is the title of this page?");
  await copilot.expectState("read_title", "output-available");
  await expect(copilot.answer).toContainText("The title of the page is");
  await copilot.expectIdle();
  expect(runs).toHaveLength(2);
  expect(runs[0]?.tools.map(({ name }) => name)).toContain("read_title");
});

test("one tool is called twice in a step, and values of every kind arrive", async ({ copilot }) => {
  await copilot.open();
  await copilot.ask("Read the text of #summary and #desk-heading");
  await expect(copilot.log.locator('[data-tool-name="read_text"][data-state="output-available"]')).toHaveCount(2);
  await expect(copilot.answer).toContainText("Order desk");
  await copilot.ask("Is #gift-wrap checked?");
  await expect(copilot.answer).toContainText("false");
  await copilot.ask("How many .no-such-thing elements are there?");
  await expect(copilot.answer).toContainText("0");
  await copilot.ask("List the headings");
  await expect(copilot.answer).toContainText("headings");
  await copilot.ask("Read the attribute data-missing of #summary");
  await expect(copilot.answer).toContainText("null");
});

test("tools of two steps run one after the other", async ({ copilot, runs }) => {
  await copilot.open();
  await copilot.ask("Fill #note with hello there, then read the form");
  await copilot.expectState("fill_field", "output-available");
  await copilot.expectState("read_form", "output-available");
  await expect(copilot.answer).toContainText("hello there");
  await copilot.expectIdle();
  await expect(copilot.page.locator("#note")).toHaveValue("hello there");
  expect(runs).toHaveLength(3);
});

test("a handler that throws gives the agent an error to read, and no banner", async ({ copilot }) => {
  await copilot.open();
  await copilot.ask("Read the text of #no-such-element");
  await copilot.expectState("read_text", "output-error");
  await expect(copilot.answer).toContainText("failed");
  await copilot.expectIdle();
  await expect(copilot.alert).toHaveCount(0);
});

test("a server tool that fails says so at once, and the same after a reload", async ({ copilot }) => {
  await copilot.open();
  await copilot.ask("Look up order A-9999");
  await copilot.expectState("look_up_order", "output-error");
  await expect(copilot.card("look_up_order")).toContainText("There is no order A-9999");
  await expect(copilot.answer).toContainText("failed");
  await copilot.reload();
  await copilot.expectState("look_up_order", "output-error");
});

test("a server tool changes what the desk shows", async ({ copilot }) => {
  await copilot.open();
  await copilot.ask("Refund 20 for A-1001");
  await copilot.expectState("refund_order", "output-available");
  await copilot.expectIdle();
  expect(await copilot.refundsOf("A-1001")).toBe(1);
});

test("a tool that the page no longer offers fails the run visibly when the agent calls it", async ({
  copilot,
  runs,
}) => {
  await copilot.open();
  await copilot.ask("Pick a delivery date for A-1003, then call the unmounted tool read_title");
  const card = copilot.card("pick_date");
  await card.getByLabel(/Delivery date/).fill("2036-12-24");
  await copilot.toggleTool("read_title");
  await card.getByRole("button", { name: "Use this date" }).click();
  await expect(copilot.alert).toContainText('"read_title" is no longer offered');
  await expect(copilot.status).toHaveAttribute("data-status", "error");
  expect((await copilot.run()).status).toBe("failed");
  expect(runs[0]?.tools.map(({ name }) => name)).toContain("read_title");
  expect(runs[1]?.tools.map(({ name }) => name)).not.toContain("read_title");

  // What is mounted again is offered again, and the thread goes on.
  await copilot.toggleTool("read_title");
  await copilot.ask("What is the title of this page?");
  await copilot.expectState("read_title", "output-available");
});

test("an answer that breaks goes on with Retry, and the question is not asked twice", async ({ copilot }) => {
  await copilot.open();
  await copilot.ask("Break in the middle of an answer once");
  await expect(copilot.alert).toBeVisible();
  await copilot.alert.getByRole("button", { name: "Retry" }).click();
  await expect(copilot.answer).toContainText("This time it went well");
  await expect(copilot.alert).toHaveCount(0);
  await expect(copilot.log.locator('article[data-role="user"]')).toHaveCount(1);
});

test("an answer that is stopped says that it is not the whole one, also after a reload", async ({ copilot, page }) => {
  const ended = "Ended before the answer was complete.";
  await copilot.open();
  await copilot.ask("Tell a story of 1500 words");
  await expect(copilot.answer).toContainText(/\w{4,}/);
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await copilot.expectIdle();
  await expect(copilot.status).toContainText(ended);
  await expect(copilot.answer).toContainText(ended);
  await copilot.reload();
  await expect(copilot.answer).toContainText(ended);
  await copilot.ask("Hello");
  await expect(copilot.answer).toContainText("Hello! I look after the order desk");
  await expect(copilot.log).not.toContainText(ended);
});

test("a person answers with a date", async ({ copilot }) => {
  await copilot.open();
  await copilot.ask("Pick a delivery date for A-1003");
  await expect(copilot.status).toContainText("Waiting for you: pick_date");
  const card = copilot.card("pick_date");
  await card.getByLabel(/Delivery date/).fill("2036-12-24");
  await card.getByRole("button", { name: "Use this date" }).click();
  await copilot.expectState("pick_date", "output-available");
  await expect(copilot.answer).toContainText("2036-12-24");
});

test("stop ends a wait, and the next question is answered", async ({ copilot, page }) => {
  await copilot.open();
  await copilot.ask("Pick a delivery date for A-1003");
  await expect(copilot.card("pick_date").getByRole("button", { name: "Cancel" })).toBeVisible();
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await copilot.expectState("pick_date", "output-error");
  expect((await copilot.run()).status).toBe("cancelled");
  await copilot.ask("Hello");
  await expect(copilot.answer).toContainText("Hello! I look after the order desk");
});

test("an answer says on request what it has used, all its steps together", ({ copilot }) => saysItsUsage(copilot));
