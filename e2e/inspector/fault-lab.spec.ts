import { expect, newThreadId, test } from "./inspector-page";

test("an approval answered twice counts once, and the opposite decision is refused", async ({ inspector, page }) => {
  const threadId = newThreadId();
  await page.goto("/inspector");
  await inspector.ready();
  await inspector.ask(threadId, "Refund 250 for A-1001");
  await inspector.open(threadId);
  await inspector.expectStatus("suspended");
  await expect(inspector.part("Current wait")).toContainText("refund_order");
  await expect(inspector.fault("Partial")).toBeDisabled();
  await expect(inspector.fault("Make it look dead")).toBeDisabled();
  await inspector.expectAccessible();

  await inspector.fault("Stale").click();
  await expect.poll(() => inspector.statuses()).toEqual(["409"]);
  await inspector.expectStatus("suspended");

  await inspector.fault("Duplicate").click();
  await expect.poll(() => inspector.statuses()).toEqual(["409", "200", "200"]);
  await inspector.expectStatus("completed");
  const order = await (await page.request.get("/api/orders/A-1001")).json();
  expect(order.refunds).toHaveLength(1);

  await inspector.ask(threadId, "Refund 300 for A-1002");
  await inspector.expectStatus("suspended");
  await inspector.fault("Conflicting").click();
  await expect.poll(async () => (await inspector.statuses()).slice(3)).toEqual(["200", "409"]);
  await expect(inspector.part("Fault lab")).toContainText("conflict");
  await inspector.expectStatus("completed");
  await inspector.expectAccessible();
});

test("a thread is chosen from the list, on a phone as well", async ({ inspector, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/inspector");
  await inspector.ready();
  await expect(page.getByText("There are no threads yet.")).toBeVisible();
  await inspector.ask(newThreadId(), "Look up order A-1004");
  await page.reload();
  await page.getByRole("link", { name: /Look up order A-1004/ }).click();
  await inspector.expectStatus("completed");
  await expect(inspector.row("run-completed")).toBeVisible();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  const [event, received] = await Promise.all(
    ["summary > span:first-child", "[data-received]"].map((part) =>
      inspector.row("run-completed").locator(part).boundingBox(),
    ),
  );
  // One under the other.
  expect(received?.y).toBeGreaterThanOrEqual((event?.y ?? 0) + (event?.height ?? 0));
  await inspector.expectAccessible();
});
