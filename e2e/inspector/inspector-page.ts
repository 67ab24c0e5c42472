import AxeBuilder from "@axe-core/playwright";
import { test as base, expect, type Locator, type Page } from "@playwright/test";

/** The page `/inspector/{threadId}`, and the session's threads on the native routes. */
export class InspectorPage {
  constructor(readonly page: Page) {}

  async open(threadId: string): Promise<void> {
    await this.page.goto(`/inspector/${threadId}`);
    await this.ready();
  }

  async ready(): Promise<void> {
    await expect(this.page.locator('main[data-ready="true"]')).toBeVisible();
  }

  part(name: string): Locator {
    return this.page.getByRole("region", { name, exact: true });
  }

  /** Rows of the log by type. */
  row(type: string): Locator {
    return this.part("Events").locator(`[data-type="${type}"]`);
  }

  fault(name: string): Locator {
    return this.part("Fault lab").getByRole("button", { name, exact: true });
  }

  /** Status codes of the fault lab's answers, the oldest first. */
  async statuses(): Promise<string[]> {
    const entries = await this.part("Fault lab").locator("[data-fault-status]").all();
    const codes = await Promise.all(entries.map((entry) => entry.getAttribute("data-fault-status")));
    return codes.map((code) => code ?? "").toReversed();
  }

  async expectStatus(status: string): Promise<void> {
    await expect(this.part("Run").locator("[data-run-status]")).toHaveAttribute("data-run-status", status);
  }

  /** Starts a turn on the native routes and returns once it is accepted; the run goes on by itself. */
  async ask(threadId: string, text: string): Promise<void> {
    await this.page.evaluate(
      async ([path, body]) => {
        const headers = { "content-type": "application/json", accept: "text/event-stream" };
        const response = await fetch(path as string, { method: "POST", headers, body: body as string });
        if (!response.ok) throw new Error(await response.text());
        await response.body?.cancel();
      },
      [`/api/threads/${threadId}/messages`, JSON.stringify({ text })],
    );
  }

  async expectAccessible(): Promise<void> {
    const { violations } = await new AxeBuilder({ page: this.page })
      .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
      .analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`)).toEqual([]);
  }
}

/** A page with a session of its own. Errors on its console fail the test. */
export const test = base.extend<{ inspector: InspectorPage }>({
  inspector: async ({ page }, use) => {
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (message) => {
      // Refused requests are what the fault lab is for; the browser reports them by itself.
      if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
        errors.push(message.text());
    });
    await use(new InspectorPage(page));
    expect(errors).toEqual([]);
  },
});

export { expect };

let count = 0;
/** An id that no other test uses. */
export function newThreadId(): string {
  count += 1;
  return `inspected-${process.pid}-${Date.now()}-${count}`;
}
