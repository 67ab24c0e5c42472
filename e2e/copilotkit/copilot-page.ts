import { test as base, expect, type Page } from "@playwright/test";
import { ThreadPage } from "../support/thread-page";

/** The page `/copilotkit/{threadId}`. */
export class CopilotPage extends ThreadPage {
  protected override readonly path = "copilotkit";

  override async open(threadId?: string): Promise<string> {
    const id = await super.open(threadId);
    await this.restored();
    return id;
  }

  override async reload(): Promise<void> {
    await super.reload();
    await this.restored();
  }

  /** The server's history is there. */
  async restored(): Promise<void> {
    await expect(this.status).not.toContainText("Loading");
  }

  /** Offers a tool of the page to the agent, or no longer. */
  async toggleTool(name: string): Promise<void> {
    const summary = this.page.getByText(/^Tools of this page/);
    await summary.click();
    await this.page.getByRole("checkbox", { name, exact: true }).click();
    await summary.click();
  }

  /** How often an order was refunded. */
  async refundsOf(orderId: string): Promise<number> {
    const order = await (await this.page.request.get(`${this.origin}/api/orders/${orderId}`)).json();
    return order.refunds.length;
  }

  async run(): Promise<{ status: string; attempt: number }> {
    return (await (await this.page.request.get(`${this.origin}/api/threads/${this.threadId}`)).json()).run;
  }
}

export interface PostedInput {
  messages: { id: string; role: string; content?: string; toolCallId?: string }[];
  resume?: { interruptId: string; status: string }[];
  tools: { name: string }[];
}

/** What the page says on its console that is an error, and what it asks other hosts for. */
export function watch(page: Page): { errors: string[]; foreign: string[] } {
  const seen = { errors: [] as string[], foreign: [] as string[] };
  page.on("pageerror", (error) => seen.errors.push(error.message));
  page.on("console", (message) => {
    // Refused requests are part of some tests; the browser reports them by itself, and CopilotKit's client after it.
    const text = message.text();
    if (message.type() !== "error" && !/hydrat/i.test(text)) return;
    if (!text.startsWith("Failed to load resource") && !text.startsWith("Agent execution failed"))
      seen.errors.push(text);
  });
  page.on("request", (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith("http") && hostname !== "localhost") seen.foreign.push(request.url());
  });
  return seen;
}

/** A page with a session of its own, and the turns that it asks for. Errors on its console fail the test. */
export const test = base.extend<{ copilot: CopilotPage; runs: PostedInput[] }>({
  copilot: async ({ page }, use) => {
    const seen = watch(page);
    await use(new CopilotPage(page));
    expect(seen).toEqual({ errors: [], foreign: [] });
  },
  runs: async ({ page }, use) => {
    const runs: PostedInput[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST" && new URL(request.url()).pathname.endsWith("/agent/default/run"))
        runs.push(request.postDataJSON());
    });
    await use(runs);
  },
});

export { expect };
