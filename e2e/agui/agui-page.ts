import { test as base, expect } from "@playwright/test";
import { ChatPage } from "../chat/chat-page";
import { watchConsole } from "../support/console";

/** The page `/agui/{threadId}`: the same names as on `/chat`. */
export class AgUiPage extends ChatPage {
  override async open(threadId?: string): Promise<string> {
    await this.page.goto(threadId ? `/agui/${threadId}` : "/agui");
    await this.ready();
    return this.threadId;
  }

  /** The same thread in the other client, by the switcher. */
  async switchTo(name: "AI SDK" | "AG-UI"): Promise<void> {
    const path = name === "AG-UI" ? "agui" : "chat";
    await this.page.getByRole("navigation", { name: "Clients" }).getByRole("link", { name, exact: true }).click();
    await this.page.waitForURL(`**/${path}/**`);
    await this.ready();
  }

  /** Ids of the messages on the page. */
  ids(): Promise<(string | null)[]> {
    return this.log.locator("article").evaluateAll((all) => all.map((each) => each.getAttribute("data-message-id")));
  }
}

interface PostedInput {
  messages: { id: string; role: string }[];
  resume?: { interruptId: string; status: string }[];
  tools: { name: string }[];
}

/** A page with a session of its own, and the requests that it sends. What the page's console complains of fails the test. */
export const test = base.extend<{ agui: AgUiPage; posts: PostedInput[] }>({
  agui: async ({ page }, use) => {
    const complaints = watchConsole(page);
    await use(new AgUiPage(page));
    expect(complaints).toEqual([]);
  },
  posts: async ({ page }, use) => {
    const posts: PostedInput[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST" && new URL(request.url()).pathname === "/api/agui")
        posts.push(request.postDataJSON());
    });
    await use(posts);
  },
});

/** How often an order was refunded. */
export async function refundsOf(page: AgUiPage["page"], orderId: string): Promise<number> {
  const order = await (await page.request.get(`/api/orders/${orderId}`)).json();
  return order.refunds.length;
}

export { expect };
