import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import type { UIMessage } from "ai";
import type { Inspection } from "../../lib/agent/api";
import { HeadlessChat } from "../../lib/protocols/ai-sdk/testing/headless-chat";
import { RecordingFetch } from "./recording-fetch";
import type { ApiClient } from "./session";

/** One thread in the hands of the AI SDK's own client. */
export function openConversation(api: ApiClient, handlers: Record<string, () => unknown> = {}) {
  const threadId = `t-${randomUUID()}`;
  const chat = new HeadlessChat(new RecordingFetch(api, threadId), { handlers });
  const run = async () => (await api.get<Inspection>(`/api/threads/${threadId}`)).body.run;
  const history = async () => (await api.get<{ messages: UIMessage[] }>(`/api/chat/${threadId}`)).body.messages;
  return { threadId, chat, run, history };
}

const textOf = (chat: HeadlessChat) =>
  (chat.answer?.parts ?? []).map((part) => (part.type === "text" ? part.text : "")).join(" ");

const wholeText = (chat: HeadlessChat) =>
  (chat.answer?.parts ?? []).map((part) => (part.type === "text" ? part.text : "")).join("");

/** A browser tool and a server tool in one step, to the end. */
export async function callTools(api: ApiClient): Promise<void> {
  const { chat, run, history } = openConversation(api, { read_title: () => "The title of the test" });
  await chat.ask("What time is it and what is the title of this page?");
  expect(textOf(chat)).toContain("The title of the test");
  expect((await run())?.status).toBe("completed");
  expect((await history()).map(({ id }) => id)).toEqual(chat.messages.map(({ id }) => id));
}

/** An approval, decided twice at once, carried out once. */
export async function approve(api: ApiClient, orderId: string): Promise<void> {
  const { chat, run, threadId } = openConversation(api);
  await chat.ask(`Refund 250 for ${orderId}`);
  const callId = (await run())?.interrupt?.calls[0]?.callId ?? "";
  const decide = () => api.post(`/api/threads/${threadId}/approvals`, { decisions: { [callId]: "approve" } });
  const answers = await Promise.all([decide(), decide()]);
  // The second one repeats the first, or comes after its end.
  const [first, second] = answers.map(({ status }) => status).sort();
  expect(first).toBe(200);
  expect([200, 400]).toContain(second);
  await expect.poll(async () => (await run())?.status).toBe("completed");
  const { body } = await api.get<{ refunds: unknown[] }>(`/api/orders/${orderId}`);
  expect(body.refunds).toEqual([{ callId, amount: 250 }]);
}

/** Two results at once, one continuation. */
export async function answerInParts(api: ApiClient): Promise<void> {
  const { chat, run, threadId } = openConversation(api);
  await chat.ask("Read the text of #summary and #customer");
  const calls = (await run())?.interrupt?.calls ?? [];
  expect(calls).toHaveLength(2);
  const results = await Promise.all(
    calls.map(({ callId }) =>
      api.post<{ run: { attempt: number } }>(`/api/threads/${threadId}/results`, {
        results: { [callId]: { result: `text of ${callId}` } },
      }),
    ),
  );
  expect(results.map(({ status }) => status)).toEqual([200, 200]);
  await expect.poll(async () => (await run())?.status).toBe("completed");
  expect((await run())?.attempt).toBe(2);
}

/** Watched by readers of their own while it streams, and stopped from elsewhere. */
export async function followAndStop(api: ApiClient, readers: ApiClient[]): Promise<void> {
  const { chat, run, threadId } = openConversation(api);
  const asking = chat.sendMessage({ text: "Tell a long story in several languages" });
  await expect.poll(() => textOf(chat).length).toBeGreaterThan(60);
  const streams = await Promise.all(readers.map((reader) => reader.fetch(`/api/chat/${threadId}/stream`)));
  expect(streams.map(({ status }) => status)).toEqual(readers.map(() => 200));
  const texts = Promise.all(streams.map((stream) => stream.text()));
  const before = textOf(chat).length;
  await expect.poll(() => textOf(chat).length).toBeGreaterThan(before);
  expect((await api.post(`/api/threads/${threadId}/stop`, {})).body).toEqual({ stopped: true });
  await asking;
  for (const text of await texts) {
    expect(text).toContain('"type":"start"');
    expect(text.trim().endsWith("data: [DONE]")).toBe(true);
    expect(spoken(text)).toBe(wholeText(chat));
  }
  expect((await run())?.status).toBe("cancelled");
}

/** The text that a stream's deltas spell. */
function spoken(stream: string): string {
  return stream
    .split("\n\n")
    .filter((frame) => frame.startsWith("data: {"))
    .map((frame) => JSON.parse(frame.slice(6)) as { type: string; delta?: string })
    .map(({ type, delta }) => (type === "text-delta" ? (delta ?? "") : ""))
    .join("");
}
