import { expect } from "@playwright/test";
import type { ThreadPage } from "./thread-page";

/** On every client's page alike. */
export async function saysItsUsage(chat: ThreadPage): Promise<void> {
  await chat.open();
  await chat.ask("Look up order A-1004");
  await chat.expectIdle();
  await chat.answer.getByRole("button", { name: "Usage" }).click();
  await expect(chat.answer).toContainText(/2 model steps: \d+ tokens in, \d+ out/);
}
