import { test as base, expect } from "@playwright/test";
import { watchConsole } from "../support/console";
import { ThreadPage } from "../support/thread-page";

/** The page `/agui/{threadId}`. */
export class AgUiPage extends ThreadPage {
  protected override readonly path = "agui";

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
