import { beforeAll, describe, expect, it, vi } from "vitest";
import { type Client, framesOf, warmUp } from "./testing/client";

vi.hoisted(() => {
  process.env.DATA_DIR = "memory://chat-routes";
  // The signing secret then comes from the database.
  process.env.AUTH_SECRET = "";
});

let client: Client;

beforeAll(async () => {
  client = await warmUp();
}, 180_000);

const question = (id: string, text: string) => ({ id, role: "user", parts: [{ type: "text", text }] });

function ask(threadId: string, ...messages: unknown[]): Promise<Response> {
  return client.post("/api/chat", { id: threadId, messages, trigger: "submit-message" });
}

interface History {
  messages: { id: string; role: string; parts: Record<string, unknown>[] }[];
  run: { runId: string; status: string; attempt: number } | null;
  after: number;
  before: string | null;
}

describe("POST /api/chat", () => {
  it("answers a question in the AI SDK's stream format and keeps it", async () => {
    const response = await ask("answered", question("q1", "What time is it?"));
    expect(response.status).toBe(200);
    expect(response.headers.get("x-vercel-ai-ui-message-stream")).toBe("v1");
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    const frames = (await framesOf(response)).map(({ data }) => data);
    expect(frames[0]).toMatchObject({ type: "start", messageId: expect.any(String) });
    expect(frames.at(-2)).toMatchObject({ type: "finish" });
    expect(frames.at(-1)).toBe("[DONE]");

    const { body } = await client.get<History>("/api/chat/answered");
    expect(body.messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
    expect(body.messages[1]?.id).toBe(frames[0].messageId);
    expect(body.run).toMatchObject({ status: "completed" });
    expect(body.before).toBeNull();
  });

  it("takes a message repeated by its id for the same question", async () => {
    await (await ask("repeated", question("q1", "Hello"))).text();
    await (await ask("repeated", question("q1", "Hello"))).text();
    const { body } = await client.get<History>("/api/chat/repeated");
    expect(body.messages).toHaveLength(2);
  });

  it("continues with a browser's result, in the same message", async () => {
    const first = (await framesOf(await ask("continued", question("q1", "What is the title of this page?")))).map(
      (frame) => frame.data,
    );
    const call = first.find(({ type }) => type === "tool-input-available");
    expect(call).toMatchObject({ toolName: "read_title" });
    const waiting = (await client.get<History>("/api/chat/continued")).body;
    expect(waiting.run).toMatchObject({ status: "suspended" });
    const answered = structuredClone(waiting.messages[1]!);
    answered.parts = answered.parts.map((part) =>
      part.toolCallId === call.toolCallId ? { ...part, state: "output-available", output: "Order desk" } : part,
    );
    const second = (await framesOf(await ask("continued", answered))).map((frame) => frame.data);
    expect(second[0]).toMatchObject({ type: "start", messageId: first[0].messageId });
    expect(second.some(({ type }) => type === "text-delta")).toBe(true);
    const after = (await client.get<History>("/api/chat/continued")).body;
    expect(after.run).toMatchObject({ status: "completed" });
    expect(after.messages).toHaveLength(2);
  });

  it("refuses a continuation where nothing waits", async () => {
    const message = {
      id: "m",
      role: "assistant",
      parts: [{ type: "tool-read_title", toolCallId: "c1", state: "output-available", input: {}, output: 1 }],
    };
    const response = await ask("nothing-waits", message);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { code: "no-run", message: expect.stringContaining("no persisted run") },
    });
  });

  it.each([
    [{ id: "t", messages: [] }, /^messages/],
    [{ messages: [question("q", "x")] }, /^id/],
    [{ id: "t", messages: [question("q", "  ")] }, /^messages\.0/],
    [{ id: "a b", messages: [question("q", "x")] }, /^id/],
    ["text", /^body/],
  ])("refuses %j by path", async (body, message) => {
    const refused = await client.send<{ error: { code: string; message: string } }>("/api/chat", body);
    expect(refused).toMatchObject({ status: 400, body: { error: { code: "invalid-input" } } });
    expect(refused.body.error.message).toMatch(message);
  });

  it("refuses a question that is too long", async () => {
    expect((await ask("long", question("q", "x".repeat(32_001)))).status).toBe(413);
  });

  it("goes on when its client has left, until it is stopped", async () => {
    const abort = new AbortController();
    const body = JSON.stringify({ id: "left", messages: [question("q1", "Write a long answer")] });
    const headers = { "content-type": "application/json" };
    const response = await client.fetch("/api/chat", { method: "POST", body, headers, signal: abort.signal });
    const reader = response.body!.getReader();
    await reader.read();
    abort.abort();
    await reader.cancel();
    const reattached = await client.fetch("/api/chat/left/stream");
    expect(reattached.status).toBe(200);
    expect(await client.send("/api/threads/left/stop")).toEqual({ status: 200, body: { stopped: true } });
    const frames = (await framesOf(reattached)).map(({ data }) => data);
    expect(frames[0]).toMatchObject({ type: "start" });
    expect(frames.at(-2)).toMatchObject({ type: "finish" });
    const { body: history } = await client.get<History>("/api/chat/left");
    expect(history.run).toMatchObject({ status: "cancelled" });
    expect((await client.fetch("/api/chat/left/stream")).status).toBe(204);
  });
});

describe("GET /api/chat/{threadId}", () => {
  it("is empty for a thread that does not exist, and its stream is idle", async () => {
    const unknown = await client.get("/api/chat/unknown");
    expect(unknown).toEqual({ status: 200, body: { messages: [], run: null, after: 0, before: null } });
    expect((await client.fetch("/api/chat/unknown/stream")).status).toBe(204);
  });

  it("comes in pages of whole turns", async () => {
    for (const n of [1, 2, 3]) await (await ask("paged", question(`p${n}`, "Hello"))).text();
    const newest = (await client.get<History>("/api/chat/paged?limit=2")).body;
    expect(newest.messages.map(({ id }) => id)[0]).toBe("p3");
    const older = (await client.get<History>(`/api/chat/paged?limit=50&before=${newest.before}`)).body;
    expect(older.messages.filter(({ role }) => role === "user").map(({ id }) => id)).toEqual(["p1", "p2"]);
    expect(older.before).toBeNull();
  });
});
