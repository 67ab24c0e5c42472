import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import type { UIMessage } from "ai";
import type { Inspection } from "../../lib/agent/api";
import { HeadlessChat } from "../../lib/protocols/ai-sdk/testing/headless-chat";
import { AppServer } from "../support/app-server";
import { RecordingFetch } from "../support/recording-fetch";
import { ApiClient } from "../support/session";

/** `kill -9` in every state, the same database after it, and on with the conversation. */
test.describe("a server that is killed and started again", () => {
  let server: AppServer;
  let api: ApiClient;

  // A start takes seconds, and many times as many on a busy machine.
  test.describe.configure({ timeout: 180_000 });
  test.beforeAll(async () => {
    test.setTimeout(180_000);
    server = await AppServer.start();
  });
  test.afterAll(() => server.dispose());

  async function open(handlers: Record<string, () => unknown> = {}) {
    api ??= await ApiClient.create(server.url);
    const threadId = `t-${randomUUID()}`;
    const wire = new RecordingFetch(api, threadId);
    const chat = new HeadlessChat(wire, { handlers });
    const inspect = async () => (await api.get<Inspection>(`/api/threads/${threadId}`)).body.run;
    /** A client that knows only what the server tells it. */
    const fresh = async (freshHandlers: Record<string, () => unknown> = {}) => {
      const { body } = await api.get<{ messages: UIMessage[] }>(`/api/chat/${threadId}`);
      return new HeadlessChat(new RecordingFetch(api, threadId), { handlers: freshHandlers, messages: body.messages });
    };
    return { threadId, chat, inspect, fresh };
  }

  const textOf = (chat: HeadlessChat) =>
    (chat.answer?.parts ?? []).map((part) => (part.type === "text" ? part.text : "")).join(" ");
  const callOf = (chat: HeadlessChat) =>
    (chat.answer?.parts ?? []).flatMap((part) => ("toolCallId" in part ? [part.toolCallId] : []))[0] ?? "";
  const refundsOf = async (orderId: string) =>
    (await api.get<{ refunds: { callId: string }[] }>(`/api/orders/${orderId}`)).body.refunds;

  test("while an approval waits: it is still there, and the refund is made once", async () => {
    const { chat, inspect, fresh } = await open();
    await chat.ask("Refund 250 for A-1001");
    await server.restart();
    expect((await inspect())?.interrupt).toMatchObject({ type: "approval" });
    const restored = await fresh();
    expect(restored.stateOf(callOf(restored))).toBe("approval-requested");
    await restored.decide(callOf(restored), true);
    await restored.idle();
    expect(restored.stateOf(callOf(restored))).toBe("output-available");
    expect((await refundsOf("A-1001")).length).toBe(1);
  });

  test("while a browser call waits: its result is taken, a server tool of the same step is not run again", async () => {
    const { chat, inspect } = await open();
    await chat.ask("What time is it and what is the title of this page?");
    await server.restart();
    expect((await inspect())?.interrupt?.calls).toMatchObject([{ toolName: "read_title" }]);
    const call = (chat.answer?.parts ?? []).find((part) => part.type === "tool-read_title");
    const clockBefore = (chat.answer?.parts ?? []).find((part) => part.type === "tool-server_clock");
    if (!call || !("toolCallId" in call)) throw new Error("The call is missing.");
    await chat.addToolOutput({ tool: "read_title", toolCallId: call.toolCallId, output: "After the restart" });
    await chat.idle();
    expect(textOf(chat)).toContain("After the restart");
    expect((chat.answer?.parts ?? []).find((part) => part.type === "tool-server_clock")).toEqual(clockBefore);
  });

  test("while the answer streams: the run is dead, and the same question goes on with it", async () => {
    const { chat, inspect, fresh, threadId } = await open();
    const asking = chat.sendMessage({ text: "Tell a long story in several languages" });
    await expect.poll(() => textOf(chat).length).toBeGreaterThan(100);
    await server.restart();
    await asking.catch(() => {});
    expect((await inspect())?.status).toBe("running");
    const question = chat.messages[0] as UIMessage;
    const again = await api.fetch("/api/chat", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ id: threadId, messages: [question], trigger: "submit-message" }),
    });
    expect(again.status).toBe(200);
    await again.text();
    expect((await inspect())?.status).toBe("completed");
    const restored = await fresh();
    expect(restored.messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
    expect(textOf(restored).length).toBeGreaterThan(1500);
  });

  test("while the answer streams: the next message supersedes it", async () => {
    const { chat, inspect, fresh } = await open();
    const asking = chat.sendMessage({ text: "Tell a long story in several languages" });
    await expect.poll(() => textOf(chat).length).toBeGreaterThan(100);
    await server.restart();
    await asking.catch(() => {});
    const restored = await fresh();
    await restored.ask("What time is it?");
    expect((await inspect())?.status).toBe("completed");
    expect(textOf(restored).length).toBeGreaterThan(0);
  });

  test("after the end: everything is there", async () => {
    const { chat, fresh } = await open({ read_title: () => "Kept" });
    await chat.ask("What is the title of this page?");
    await server.restart();
    const restored = await fresh();
    expect(restored.messages.map(({ id }) => id)).toEqual(chat.messages.map(({ id }) => id));
    expect(textOf(restored)).toContain("Kept");
  });
});
