import { expect, test } from "@playwright/test";

const PAGES = ["/", "/chat", "/agui", "/copilotkit"];

for (const path of PAGES) {
  test(`${path} works under its content security policy, with a silent console`, async ({ page }) => {
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(String(error)));
    const response = await page.goto(path);
    const headers = response?.headers() ?? {};
    const policy = headers["content-security-policy"] ?? "";
    for (const directive of ["base-uri 'self'", "connect-src 'self'", "form-action 'self'", "frame-ancestors 'none'"]) {
      expect(policy).toContain(directive);
    }
    expect(policy).toContain("object-src 'none'");
    expect(policy).not.toContain("ws:");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["x-frame-options"]).toBe("DENY");
    expect(headers["x-powered-by"]).toBeUndefined();
    if (path !== "/") {
      await expect(page.locator("main[data-ready=true]")).toBeVisible();
      await page.getByRole("textbox", { name: "Message" }).fill("What time is it?");
      await page.getByRole("button", { name: "Send" }).click();
      await expect(page.getByRole("log").getByRole("article")).toHaveCount(2);
      await expect(page.getByRole("status").and(page.locator("[data-status=ready]"))).toBeVisible();
    }
    expect(complaints).toEqual([]);
  });
}

test("a script of the page cannot send anything to another host", async ({ page }) => {
  await page.goto("/chat");
  const sent = await page.evaluate(() =>
    fetch("http://localhost:9/stolen").then(
      () => "sent",
      (error: Error) => error.message,
    ),
  );
  expect(sent).toContain("Failed to fetch");
  const violation = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        document.addEventListener("securitypolicyviolation", (event) => resolve(event.effectiveDirective));
        void fetch("http://localhost:9/stolen").catch(() => {});
      }),
  );
  expect(violation).toBe("connect-src");
});

test("addresses under /api that lead nowhere answer in the error form", async ({ request }) => {
  for (const [path, status, code] of [
    ["/api/nothing/here", 404, "not-found"],
    ["/api/threads/%E0%A4%A", 400, "invalid-input"],
    ["/api/chat/%E0%A4%A/stream", 400, "invalid-input"],
  ] as const) {
    const response = await request.get(path);
    expect(response.status()).toBe(status);
    expect(await response.json()).toMatchObject({ error: { code, requestId: expect.any(String) } });
  }
  // An encoded id still finds its route.
  expect((await request.get("/api/threads/a%3Ab")).status()).toBe(401);
});

test("a page's address that nobody can decode shows the not-found page", async ({ page }) => {
  const response = await page.goto("/chat/%E0%A4%A");
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "There is no such page" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Go to the start" })).toBeVisible();
});
