import { randomUUID } from "node:crypto";
import { Agent, get } from "node:http";
import { expect, test } from "@playwright/test";
import type { UIMessage } from "ai";
import type { Inspection } from "../../lib/agent/api";
import { AppServer } from "../support/app-server";
import { ApiClient } from "../support/session";

/** `SIGTERM`, as a platform asks a process to go: what runs is finished, what waits is left waiting. */
test.describe("a server that is asked to shut down", () => {
  let server: AppServer;
  let api: ApiClient;

  test.describe.configure({ mode: "serial", timeout: 180_000 });
  test.beforeAll(async () => {
    test.setTimeout(180_000);
    server = await AppServer.start();
    api = await ApiClient.create(server.url);
  });
  test.afterAll(() => server.dispose());

  const ask = (threadId: string, text: string, init: RequestInit = {}) =>
    api.fetch("/api/chat", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        id: threadId,
        messages: [{ id: randomUUID(), role: "user", parts: [{ type: "text", text }] }],
      }),
      ...init,
    });
  const runOf = async (threadId: string) => (await api.get<Inspection>(`/api/threads/${threadId}`)).body.run;
  const wordsOf = async (threadId: string) => {
    const { body } = await api.get<{ messages: UIMessage[] }>(`/api/chat/${threadId}`);
    const parts = body.messages.at(-1)?.parts ?? [];
    return parts.flatMap((part) => (part.type === "text" ? part.text.split(/\s+/) : [])).length;
  };
  const STORY = "Tell a story of 250 words";

  test("lets an answer come to its end, for its reader and in storage", async () => {
    const threadId = randomUUID();
    const response = await ask(threadId, STORY);
    const gone = server.kill("SIGTERM");
    const anew = () =>
      ApiClient.create(server.url).then(
        () => "taken",
        () => "refused",
      );
    await expect.poll(anew).toBe("refused");
    const text = await response.text();
    expect(text.trim().endsWith("data: [DONE]")).toBe(true);
    expect(text).toContain('"type":"finish"');
    await gone;
    await server.start();
    expect((await runOf(threadId))?.status).toBe("completed");
    expect(await wordsOf(threadId)).toBeGreaterThan(200);
  });

  test("ends although a client keeps its connection busy", async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const health = () =>
      new Promise<boolean>((resolve) => {
        const request = get(`${server.url}/api/health`, { agent }, (response) => {
          response.resume().once("close", () => resolve(true));
        });
        request.once("error", () => resolve(false));
      });
    let answered = 0;
    const asking = (async () => {
      while (await health()) answered += 1;
    })();
    await expect.poll(() => answered).toBeGreaterThan(50);
    await server.kill("SIGTERM");
    await asking;
    agent.destroy();
    await server.start();
  });

  test("lets an answer come to its end whose reader has left", async () => {
    const threadId = randomUUID();
    const leaving = new AbortController();
    const response = await ask(threadId, STORY, { signal: leaving.signal });
    await response.body?.getReader().read();
    leaving.abort();
    expect((await runOf(threadId))?.status).toBe("running");
    await server.kill("SIGTERM");
    await server.start();
    expect((await runOf(threadId))?.status).toBe("completed");
    expect(await wordsOf(threadId)).toBeGreaterThan(200);
  });

  test("does not wait for what waits for a person", async () => {
    const threadId = randomUUID();
    await (await ask(threadId, "Refund 250 for A-1001")).text();
    const before = await runOf(threadId);
    expect(before?.status).toBe("suspended");
    const asked = Date.now();
    await server.kill("SIGTERM");
    expect(Date.now() - asked).toBeLessThan(10_000);
    await server.start();
    expect(await runOf(threadId)).toEqual(before);
  });
});
