import { expect, newThreadId, test } from "./inspector-page";

test("a deferred-tool run is seen as it goes, beside what each client receives", async ({
  inspector,
  context,
  page,
}) => {
  const threadId = newThreadId();
  await inspector.open(threadId);
  await expect(page.getByText("There is nothing to inspect here")).toBeVisible();
  await inspector.expectAccessible();

  // The run is asked for and answered by a chat page in another tab.
  const chat = await context.newPage();
  await chat.goto(`/chat/${threadId}`);
  await expect(chat.locator('main[data-ready="true"]')).toBeVisible();
  await chat.getByRole("textbox", { name: "Message", exact: true }).fill("What is the title of this page?");
  await chat.getByRole("button", { name: "Send", exact: true }).click();

  await inspector.expectStatus("completed");
  await expect(inspector.row("calls-dispatched").locator("[data-received]")).toContainText("tool-input-available");
  await expect(inspector.row("run-completed").locator("[data-received]")).toContainText("finish");
  await page.getByRole("button", { name: "AG-UI", exact: true }).click();
  await expect(inspector.row("calls-dispatched").locator("[data-received]")).toContainText("TOOL_CALL_START");
  await expect(inspector.row("run-completed").locator("[data-received]")).toContainText("RUN_FINISHED");
  await page.getByRole("button", { name: "Native", exact: true }).click();
  await expect(inspector.row("run-completed").locator("[data-received]")).toContainText("run-completed");

  const timeline = inspector.part("Timeline");
  await expect(timeline.locator("[data-segment]")).toHaveCount(2);
  await expect(timeline).toContainText("continued by answers");
  await expect(timeline).toContainText(/\d (ms|s)/);
  const call = inspector.part("Calls").locator("[data-call-id]");
  await expect(call).toHaveCount(1);
  await expect(call).toContainText(/Proposed.*Handed to the browser.*Result from the browser/);

  await timeline.getByText("Show the prompt").last().click();
  await expect(timeline.getByLabel(/^Prompt message 1: system/)).toContainText("order desk");
  await expect(timeline.getByLabel(/^Prompt message \d: tool/)).toContainText("read_title");
  await inspector.row("calls-dispatched").locator("summary").click();
  await expect(inspector.row("calls-dispatched")).toContainText('"read_title"');
  await inspector.expectAccessible();
});

test("events come while the run goes on; a dropped connection is taken up where it was left", async ({
  inspector,
  page,
}) => {
  const threadId = newThreadId();
  await page.goto("/inspector");
  await inspector.ready();
  await inspector.ask(threadId, "Tell a story of 2000 words");
  await inspector.open(threadId);
  await inspector.expectStatus("running");
  const deltas = inspector.row("text-delta").last();
  const before = await deltas.locator("summary").textContent();
  await expect(deltas.locator("summary")).not.toHaveText(before ?? "");
  await inspector.fault("Drop the connection").click();
  await expect(inspector.part("Run log").locator("[data-feed]")).toHaveAttribute("data-feed", "dropped");
  await expect(inspector.part("Run log").locator("[data-feed]")).toHaveAttribute("data-feed", "live");
  await expect(inspector.part("Fault lab")).toContainText("Reconnected with after=");

  await inspector.fault("Make it look dead").click();
  await inspector.expectStatus("dead");
  await page.getByRole("button", { name: "Recover" }).click();
  await inspector.expectStatus("running");
  await inspector.fault("Stop").click();
  await inspector.expectStatus("cancelled");
  await expect(inspector.part("Timeline").locator("[data-segment]")).toHaveCount(2);
  expect(await inspector.statuses()).toEqual(["200", "200"]);
});
