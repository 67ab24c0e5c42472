import { test as base, expect, type Locator, type Page } from "@playwright/test";
import { watchConsole } from "../support/console";

/** The page `/chat/{threadId}` as a person finds their way on it (contract, "Names on our own pages"). */
export class ChatPage {
  readonly log: Locator;
  readonly message: Locator;
  readonly send: Locator;
  readonly status: Locator;
  readonly alert: Locator;

  constructor(readonly page: Page) {
    this.log = page.getByRole("log", { name: "Conversation" });
    this.message = page.getByRole("textbox", { name: "Message", exact: true });
    this.send = page.getByRole("button", { name: "Send", exact: true });
    this.status = page.locator("[role=status][data-status]");
    // Next's own announcer is an empty alert in a shadow root.
    this.alert = page.locator("[role=alert]").filter({ hasText: /\S/ });
  }

  /** Opens a thread, a new one without id, and waits until the page answers to input. */
  async open(threadId?: string): Promise<string> {
    await this.page.goto(threadId ? `/chat/${threadId}` : "/chat");
    await this.ready();
    return this.threadId;
  }

  async reload(): Promise<void> {
    await this.page.reload();
    await this.ready();
  }

  async ready(): Promise<void> {
    await expect(this.page.locator('main[data-ready="true"]')).toBeVisible();
  }

  get threadId(): string {
    return decodeURIComponent(new URL(this.page.url()).pathname.split("/").at(-1) ?? "");
  }

  async ask(text: string): Promise<void> {
    await this.message.fill(text);
    await this.send.click();
  }

  /** The newest answer. */
  get answer(): Locator {
    return this.log.locator('article[data-role="assistant"]').last();
  }

  /** The newest card of a tool. */
  card(toolName: string): Locator {
    return this.log.locator(`[data-part="tool"][data-tool-name="${toolName}"]`).last();
  }

  async expectState(toolName: string, state: string): Promise<void> {
    await expect(this.card(toolName)).toHaveAttribute("data-state", state);
  }

  async expectIdle(): Promise<void> {
    await expect(this.status).toHaveAttribute("data-status", "ready");
  }
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
