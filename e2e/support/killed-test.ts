import { test as base, type Page } from "@playwright/test";
import { type ChatPage, expect } from "../chat/chat-page";
import { AppServer } from "./app-server";
import { watchConsole } from "./console";

/** Tests that `kill -9` the server under an open page, start it again on the same database, and go on in the same tab. */
export function killedTest(ClientPage: new (page: Page) => ChatPage) {
  return base.extend<{ chat: ChatPage }, { server: AppServer }>({
    server: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's pattern.
      async ({}, use) => {
        const server = await AppServer.start();
        await use(server);
        await server.dispose();
      },
      { scope: "worker" },
    ],
    baseURL: async ({ server }, use) => use(server.url),
    chat: async ({ page }, use) => {
      const complaints = watchConsole(page);
      await use(new ClientPage(page));
      expect(complaints).toEqual([]);
    },
  });
}
