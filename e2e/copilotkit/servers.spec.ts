import { type BrowserContext, expect, test } from "@playwright/test";
import { createDatabase, findServer } from "../../lib/store/testing/databases";
import { AppServer } from "../support/app-server";
import { CopilotPage, watch } from "./copilot-page";

// A start takes seconds, and many times as many on a busy machine.
test.describe.configure({ timeout: 240_000 });

async function waitingApproval(context: BrowserContext, server: AppServer): Promise<CopilotPage> {
  const copilot = new CopilotPage(await context.newPage(), server.url);
  await copilot.open();
  await copilot.ask("Refund 250 for A-1001");
  await copilot.expectState("refund_order", "approval-requested");
  return copilot;
}

async function approve(copilot: CopilotPage): Promise<void> {
  await copilot.card("refund_order").getByRole("button", { name: "Approve" }).click();
  await copilot.expectState("refund_order", "output-available");
  await copilot.expectIdle();
  expect(await copilot.refundsOf("A-1001")).toBe(1);
}

test.describe("a server that is killed", () => {
  let server: AppServer;
  test.beforeAll(async () => {
    test.setTimeout(240_000);
    server = await AppServer.start();
  });
  test.afterAll(() => server.dispose());

  test("and started again still has the open approval after a reload", async ({ context }) => {
    const copilot = await waitingApproval(context, server);
    const seen = watch(copilot.page);
    await server.restart();
    await copilot.reload();
    await copilot.expectState("refund_order", "approval-requested");
    await approve(copilot);
    expect(seen).toEqual({ errors: [], foreign: [] });
  });

  test("and started again takes the decision of a page that knows nothing of it", async ({ context }) => {
    const copilot = await waitingApproval(context, server);
    const seen = watch(copilot.page);
    await server.restart();
    await approve(copilot);
    expect(seen).toEqual({ errors: [], foreign: [] });
  });

  test("in the middle of an answer: the page says so, and Retry goes on with the question", async ({ context }) => {
    const copilot = new CopilotPage(await context.newPage(), server.url);
    await copilot.open();
    const seen = watch(copilot.page);
    await copilot.ask("Tell a story of 3000 words");
    await expect(copilot.answer).toContainText(/\w{4,}/);
    await server.kill();
    await expect(copilot.status).toContainText("Reconnecting");
    await server.start();
    await expect(copilot.alert).toBeVisible({ timeout: 60_000 });
    const { attempt } = await copilot.run();
    // Once where the page saw the server come back; once more where it had given up before.
    const retry = copilot.alert.getByRole("button", { name: "Retry" });
    await expect(async () => {
      if (await retry.isVisible()) await retry.click();
      expect((await copilot.run()).attempt).toBeGreaterThan(attempt);
    }).toPass({ timeout: 60_000 });
    await expect(copilot.status).toHaveAttribute("data-status", "streaming");
    await expect(copilot.log.locator('article[data-role="user"]')).toHaveCount(1);
    await copilot.page.getByRole("button", { name: "Stop", exact: true }).click();
    await copilot.expectIdle();
    // The browser reports by itself that a connection is gone.
    const unexpected = seen.errors.filter((error) => !/ERR_|Runtime/.test(error));
    expect(unexpected).toEqual([]);
  });
});

test("a second server process over the same database has the open approval and takes its decision", async ({
  context,
}) => {
  const postgres = await findServer();
  if (!postgres) {
    test.skip(true, "No PostgreSQL answers; TEST_DATABASE_URL names one.");
    return;
  }
  const database = await createDatabase(postgres);
  const first = await AppServer.start({ databaseUrl: database.url });
  const second = await AppServer.start({ databaseUrl: database.url });
  try {
    const copilot = await waitingApproval(context, first);
    const elsewhere = new CopilotPage(await context.newPage(), second.url);
    const seen = watch(elsewhere.page);
    await elsewhere.open(copilot.threadId);
    await elsewhere.expectState("refund_order", "approval-requested");
    await approve(elsewhere);
    await copilot.reload();
    await copilot.expectState("refund_order", "output-available");
    expect(seen).toEqual({ errors: [], foreign: [] });
  } finally {
    await first.dispose();
    await second.dispose();
    await database.drop();
  }
});
