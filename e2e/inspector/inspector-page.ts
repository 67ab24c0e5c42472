import AxeBuilder from "@axe-core/playwright";
import { test as base, expect, type Locator, type Page } from "@playwright/test";
import { watchConsole } from "../support/console";

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

/** A page with a session of its own. What its console complains of fails the test. */
export const test = base.extend<{ inspector: InspectorPage }>({
  inspector: async ({ page }, use) => {
    const complaints = watchConsole(page);
    await use(new InspectorPage(page));
    expect(complaints).toEqual([]);
  },
});

export { expect };

let count = 0;
/** An id that no other test uses. */
export function newThreadId(): string {
  count += 1;
  return `inspected-${process.pid}-${Date.now()}-${count}`;
}
