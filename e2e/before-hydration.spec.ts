import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";

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

for (const path of PAGES) {
  test(`${path} takes no click and no text before its scripts run`, async ({ page, baseURL }) => {
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
    await page.goto(path.replace("{threadId}", threadId));
    await expect(page.locator("main")).toBeVisible();
    const controls = page.locator("button, input, textarea, select");
    expect(await controls.count()).toBeGreaterThan(0);
    const open = page.locator(":is(button, input, textarea, select):enabled:visible");
    expect(await open.evaluateAll((found) => found.map((control) => control.outerHTML))).toEqual([]);
  });
}
