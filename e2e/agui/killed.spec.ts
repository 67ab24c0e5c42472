import { expect } from "@playwright/test";
import { approvedAfterRestart, killedTest } from "../support/killed-test";
import type { ThreadPage } from "../support/thread-page";
import { AgUiPage } from "./agui-page";

const test = killedTest(AgUiPage);

const lost = (chat: ThreadPage) => chat.alert.filter({ hasText: "The connection to the run was lost" });

// Each restarts a server that the others use.
test.describe.configure({ mode: "serial", timeout: 240_000 });

test("while an approval waits: it is approved after the restart, and runs once", approvedAfterRestart);

test("while the answer streams: the page says so, and one Retry finishes it as one answer", async ({
  chat,
  server,
}) => {
  await chat.open();
  await chat.ask("Tell a story of 150 words");
  await expect(chat.answer.locator('[data-part="text"]')).toBeVisible();
  await server.restart();
  await expect(lost(chat)).toBeVisible({ timeout: 60_000 });
  await expect(chat.status).toHaveAttribute("data-status", "error");
  await chat.page.getByRole("button", { name: "Retry" }).click();
  await chat.expectIdle();
  await expect(lost(chat)).toHaveCount(0);
  await expect(chat.log.locator("article")).toHaveCount(2);
  await chat.reload();
  await expect(chat.log.locator("article")).toHaveCount(2);
  await chat.expectIdle();
});

test("while the answer streams: a page that is loaded only then says so, too", async ({ chat, server }) => {
  await chat.open();
  await chat.ask("Tell a story of 150 words");
  await expect(chat.answer.locator('[data-part="text"]')).toBeVisible();
  await server.restart();
  await chat.reload();
  await expect(lost(chat)).toBeVisible({ timeout: 60_000 });
  await chat.page.getByRole("button", { name: "Retry" }).click();
  await chat.expectIdle();
  await expect(chat.log.locator("article")).toHaveCount(2);
});
