import { expect, type Locator, type Page } from "@playwright/test";

/** A thread in one of the clients, as a person finds their way on it: all of them use the same names. */
export abstract class ThreadPage {
  /** First part of its pages' paths. */
  protected abstract readonly path: string;
  readonly log: Locator;
  readonly message: Locator;
  readonly send: Locator;
  readonly status: Locator;
  readonly alert: Locator;

  /** @param origin of another server than Playwright's own */
  constructor(
    readonly page: Page,
    readonly origin = "",
  ) {
    this.log = page.getByRole("log", { name: "Conversation" });
    this.message = page.getByRole("textbox", { name: "Message", exact: true });
    this.send = page.getByRole("button", { name: "Send", exact: true });
    this.status = page.locator("[role=status][data-status]");
    // Next's own announcer is an empty alert in a shadow root.
    this.alert = page.locator("[role=alert]").filter({ hasText: /\S/ });
  }

  /** Opens a thread, a new one without id, and waits until the page answers to input. */
  async open(threadId?: string): Promise<string> {
    await this.page.goto(`${this.origin}/${this.path}${threadId ? `/${threadId}` : ""}`);
    await this.ready();
    return this.threadId;
  }

  async reload(): Promise<void> {
    await this.page.reload();
    await this.ready();
  }

  /** The same thread in another client, by the switcher. */
  async switchTo(name: string): Promise<void> {
    const link = this.page.getByRole("navigation", { name: "Clients" }).getByRole("link", { name, exact: true });
    const path = await link.getAttribute("href");
    await link.click();
    await this.page.waitForURL((url) => url.pathname === path);
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

  /** From now on the page takes itself for hidden: it hears nothing of what other windows do. */
  async lookAway(): Promise<void> {
    await this.page.evaluate(() => Object.defineProperty(document, "visibilityState", { get: () => "hidden" }));
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
