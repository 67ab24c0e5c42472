import { test as base, expect } from "@playwright/test";
import { watchConsole } from "../support/console";
import { ThreadPage } from "../support/thread-page";

/** The page `/chat/{threadId}`. */
export class ChatPage extends ThreadPage {
  protected override readonly path = "chat";
}

/** A page with a session of its own, and the requests that it sends. What the page's console complains of fails the test. */
export const test = base.extend<{ chat: ChatPage; posts: { messages: { id: string; role: string }[] }[] }>({
  chat: async ({ page }, use) => {
    const complaints = watchConsole(page);
    await use(new ChatPage(page));
    expect(complaints).toEqual([]);
  },
  posts: async ({ page }, use) => {
    const posts: { messages: { id: string; role: string }[] }[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST" && new URL(request.url()).pathname === "/api/chat")
        posts.push(request.postDataJSON());
    });
    await use(posts);
  },
});

export { expect };
