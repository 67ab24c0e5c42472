import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { test as base, ChatPage } from "../chat/chat-page";
import { AppServer } from "../support/app-server";

const DIST_DIR = process.env.NEXT_DIST_DIR ?? ".next-test";

/** The standalone build put together as the Dockerfile does it, in a folder from which no node_modules can be found. */
function assemble(): string {
  const built = join(DIST_DIR, "standalone");
  if (!existsSync(join(built, "server.js")))
    throw new Error(`No standalone build in ${built}: npm run test:e2e makes it.`);
  const folder = mkdtempSync(join(tmpdir(), "neuron-next-standalone-"));
  cpSync(built, folder, { recursive: true, verbatimSymlinks: true });
  cpSync(join(DIST_DIR, "static"), join(folder, DIST_DIR, "static"), { recursive: true });
  cpSync("public", join(folder, "public"), { recursive: true });
  return folder;
}

const test = base.extend<object, { standalone: AppServer }>({
  standalone: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern
    async ({}, use) => {
      const folder = assemble();
      const server = await AppServer.start({
        standaloneDir: folder,
        env: { CRON_SECRET: "a secret of the scheduler" },
      });
      await use(server);
      await server.dispose();
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
    { scope: "worker", timeout: 180_000 },
  ],
  // The project's own server is another one.
  baseURL: async ({ standalone }, use) => await use(standalone.url),
});

test.describe("the standalone build", () => {
  test.describe.configure({ timeout: 180_000 });

  test("serves pages with their files, migrates its database and answers", async ({ page, standalone }) => {
    const missing: string[] = [];
    page.on("response", (response) => {
      if (response.status() >= 400) missing.push(`${response.status()} ${response.url()}`);
    });
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const chat = new ChatPage(page);
    await chat.open();
    await chat.ask("What time is it and what is the title of this page?");
    await chat.expectState("server_clock", "output-available");
    await chat.expectState("read_title", "output-available");
    await chat.expectIdle();
    expect(missing).toEqual([]);
    expect(standalone.output).not.toContain("does not work");
  });

  test("keeps a waiting approval over a restart", async ({ chat, standalone }) => {
    await chat.open();
    await chat.ask("Refund 250 for A-1001");
    await chat.expectState("refund_order", "approval-requested");
    await standalone.restart();
    await chat.reload();
    await chat.card("refund_order").getByRole("button", { name: "Approve", exact: true }).click();
    await chat.expectState("refund_order", "output-available");
    await chat.expectIdle();
  });

  test("runs the retention job for the scheduler only", async ({ standalone }) => {
    const job = (headers: Record<string, string> = {}) => fetch(`${standalone.url}/api/cron/retention`, { headers });
    expect((await job()).status).toBe(401);
    const answer = await job({ authorization: "Bearer a secret of the scheduler" });
    expect(await answer.json()).toEqual({ deleted: 0, done: true, days: 30 });
  });
});
