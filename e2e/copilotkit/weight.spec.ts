import { gzipSync } from "node:zlib";
import { expect, type Page, test } from "@playwright/test";

/** A name that CopilotKit's code has and nobody else's. */
const MARK = "copilotkit-license-banner";

async function scripts(
  page: Page,
  path: string,
  until: () => Promise<void> = async () => {},
): Promise<{ url: string; gzip: number; isCopilotKit: boolean }[]> {
  const loading: Promise<{ url: string; gzip: number; isCopilotKit: boolean }>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() !== "script" && !response.url().endsWith(".css")) return;
    loading.push(
      response.body().then((body) => ({
        url: response.url(),
        gzip: gzipSync(body).length,
        isCopilotKit: body.includes(MARK) || body.includes("data-copilotkit"),
      })),
    );
  });
  await page.goto(path, { waitUntil: "networkidle" });
  await until();
  return Promise.all(loading);
}

for (const path of ["/", "/chat", "/agui"]) {
  test(`${path} loads nothing of CopilotKit`, async ({ page }) => {
    const loaded = await scripts(page, path);
    expect(loaded.length).toBeGreaterThan(0);
    expect(loaded.filter(({ isCopilotKit }) => isCopilotKit)).toEqual([]);
  });
}

test("/copilotkit loads it, after the page itself", async ({ page }) => {
  // On a slow machine the network is idle before the page's own scripts have run.
  const loaded = await scripts(page, "/copilotkit", () => page.getByRole("textbox", { name: "Message" }).waitFor());
  expect(loaded.some(({ isCopilotKit }) => isCopilotKit)).toBe(true);
  const total = loaded.reduce((sum, { gzip }) => sum + gzip, 0);
  test.info().annotations.push({ type: "first load", description: `${Math.round(total / 1024)} KB gzip` });
  const document = await (await page.request.get(page.url())).text();
  const inDocument = loaded.filter(({ url, isCopilotKit }) => isCopilotKit && document.includes(new URL(url).pathname));
  expect(inDocument).toEqual([]);
});
