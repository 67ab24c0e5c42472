import { randomUUID } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";

// A page whose scripts have not come yet. What is clicked or typed then is lost, or wiped by hydration.
test.use({ javaScriptEnabled: false });

const PAGES = [
  "/",
  "/chat/{threadId}",
  "/agui/{threadId}",
  "/copilotkit/{threadId}",
  "/inbox",
  "/inspector/{threadId}",
];

/** A thread that waits for an approval, in a session of this test. */
async function beginThread({ page, baseURL }: { page: Page; baseURL: string | undefined }): Promise<string> {
  const threadId = randomUUID();
  await page.request.get("/api/session");
  const asked = await page.request.post("/api/chat", {
    headers: { origin: baseURL ?? "" },
    data: {
      id: threadId,
      messages: [{ id: randomUUID(), role: "user", parts: [{ type: "text", text: "Refund 250 for A-1001" }] }],
      trigger: "submit-message",
    },
  });
  expect(await asked.text()).toContain("tool-approval-request");
  return threadId;
}

for (const path of PAGES) {
  test(`${path} takes no click and no text before its scripts run`, async ({ page, baseURL }) => {
    const threadId = await beginThread({ page, baseURL });
    await page.goto(path.replace("{threadId}", threadId));
    await expect(page.locator("main")).toBeVisible();
    const controls = page.locator("button, input, textarea, select");
    expect(await controls.count()).toBeGreaterThan(0);
    const open = page.locator(":is(button, input, textarea, select):enabled:visible");
    expect(await open.evaluateAll((found) => found.map((control) => control.outerHTML))).toEqual([]);
  });
}

for (const client of ["chat", "agui"]) {
  test(`/${client} offers a new thread's suggestions at once, and never to one that has begun`, async ({
    page,
    baseURL,
  }) => {
    const suggestions = page.getByRole("list", { name: "Suggestions" });
    await page.goto(`/${client}/${randomUUID()}`);
    await expect(suggestions).toBeVisible();
    await page.goto(`/${client}/${await beginThread({ page, baseURL })}`);
    await expect(page.getByRole("log", { name: "Conversation" })).toHaveAttribute("aria-busy", "true");
    await expect(suggestions).toBeHidden();
  });
}
