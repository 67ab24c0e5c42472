import { LLMock } from "@copilotkit/aimock";
import { expect, type Page, test } from "@playwright/test";
import { ChatPage } from "../chat/chat-page";
import { CopilotPage } from "../copilotkit/copilot-page";
import { AppServer } from "../support/app-server";
import { watchConsole } from "../support/console";
import { violations } from "../support/violations";

const picker = (page: Page) => page.getByRole("combobox", { name: "Model" });

for (const path of ["/", "/chat"]) {
  test(`one model is no choice on ${path}, and no code`, async ({ page }) => {
    const scripts: string[] = [];
    page.on("response", async (response) => {
      if (response.request().resourceType() === "script") scripts.push(await response.text());
    });
    await page.goto(path);
    await new ChatPage(page).ready();
    await page.waitForLoadState("networkidle");
    await expect(picker(page)).toHaveCount(0);
    expect(scripts.length).toBeGreaterThan(0);
    // The picker's label, beside the composer's own.
    expect(scripts.filter((script) => script.includes('"aria-label":"Model"'))).toEqual([]);
  });
}

test.describe("with several models", () => {
  // A start takes seconds, and many times as many on a busy machine.
  test.describe.configure({ timeout: 240_000 });
  const provider = new LLMock({ port: 0, logLevel: "silent" });
  let server: AppServer;

  test.beforeAll(async () => {
    test.setTimeout(240_000);
    provider.on({ userMessage: "Hi" }, { content: "Other here." });
    const refund = { id: "pay", name: "refund_order", arguments: '{"orderId":"A-1001","amount":250}' };
    provider.on({ userMessage: "Refund", hasToolResult: false }, { toolCalls: [refund] });
    provider.on({ userMessage: "Refund", hasToolResult: true }, { content: "Other has refunded it." });
    await provider.start();
    const models = { AGENT_MODEL: "demo,custom/other,openai/gpt-5", AGENT_MODEL_BASE_URL: `${provider.url}/v1` };
    server = await AppServer.start({ env: { ...models, AGENT_MODEL_API_KEY: "", OPENAI_API_KEY: "" } });
  });
  test.afterAll(async () => {
    await server.dispose();
    await provider.stop();
  });

  test("a person chooses one in any client, and the thread stays with it", async ({ page }) => {
    const complaints = watchConsole(page);
    const chat = new CopilotPage(page, server.url);
    await page.goto(server.url);
    await chat.ready();
    await expect(page.getByRole("main")).toContainText("no network · custom/other · openai/gpt-5");
    expect(await violations(page)).toEqual([]);
    await picker(page).selectOption("custom/other");
    await chat.ask("Hi");
    await expect(chat.answer).toContainText("Other here.");
    await expect(picker(page)).toHaveValue("custom/other");

    await page.goto(`${server.url}/chat`);
    await chat.ready();
    await expect(picker(page)).toHaveValue("demo");
    await expect(picker(page).getByRole("option")).toHaveText(["demo", "custom/other", "openai/gpt-5"]);
    await picker(page).focus();
    await page.keyboard.press("ArrowDown");
    await expect(picker(page)).toHaveValue("custom/other");
    expect(await violations(page)).toEqual([]);
    await chat.ask("Hi");
    await expect(chat.answer).toContainText("Other here.");

    // One that lacks its key says so, and the question is not lost.
    await chat.expectIdle();
    await picker(page).selectOption("openai/gpt-5");
    await chat.ask("Refund 250 for A-1001");
    await expect(chat.alert).toContainText("openai/gpt-5 cannot answer: OPENAI_API_KEY is not set on the server.");
    await expect(chat.message).toHaveValue("Refund 250 for A-1001");
    await picker(page).selectOption("custom/other");
    await chat.send.click();
    await chat.expectState("refund_order", "approval-requested");

    // The run goes on with its model where another page decides.
    await chat.switchTo("AG-UI");
    await expect(picker(page)).toHaveValue("custom/other");
    await picker(page).selectOption("demo");
    await chat.card("refund_order").getByRole("button", { name: "Approve" }).click();
    await expect(chat.answer).toContainText("Other has refunded it.");
    await chat.expectIdle();

    // The server knows it without the page.
    await page.reload();
    await chat.ready();
    await expect(picker(page)).toHaveValue("custom/other");
    await picker(page).selectOption("demo");
    await chat.ask("What time is it?");
    await expect(chat.card("server_clock")).toBeVisible();
    await chat.expectIdle();

    await chat.switchTo("CopilotKit");
    await chat.restored();
    await expect(picker(page)).toHaveValue("demo");
    await picker(page).selectOption("custom/other");
    await chat.ask("Hi");
    await expect(chat.answer).toContainText("Other here.");
    expect(complaints).toEqual([]);
  });
});
