import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Json } from "@/lib/json";
import { type Client, warmUp } from "./testing/client";
import { prepare } from "./testing/prepared";
import { type Aim, pathOf, ROUTE_CASES } from "./testing/route-cases";
import { stored } from "./testing/stored";

vi.hoisted(() => {
  process.env.DATA_DIR = "memory://limits";
  process.env.AUTH_SECRET = "a secret for tests";
  process.env.DEMO_DELAY_MS = "0";
  process.env.FAULT_LAB = "1";
});

const AG_UI = ["/api/agui", "/api/copilotkit/agent/default/run"];
const LONG_QUESTION = "x".repeat(32_001);
const LARGE = "x".repeat(256_001);

let client: Client;
let approval: Aim;
let results: Aim;

beforeAll(async () => {
  client = await warmUp();
  await client.get("/api/orders");
  approval = await prepare(client, "approval", "approval", "m1");
  results = await prepare(client, "results", "results", "m1");
}, 180_000);

async function expectRefused(path: string, body: Json, status: number, code: string, method = "POST"): Promise<void> {
  const before = await stored();
  const response = await client.send(path, body, { method });
  expect(response).toMatchObject({ status, body: { error: { code } } });
  expect(await stored()).toBe(before);
}

const tooLarge = (path: string, body: Json, method?: string) => expectRefused(path, body, 413, "too-large", method);

const agUi = (threadId: string, rest: { [key: string]: Json }): Json => ({
  threadId,
  runId: "request-1",
  messages: [],
  tools: [],
  context: [],
  state: {},
  forwardedProps: {},
  ...rest,
});

const chat = (threadId: string, messages: Json[]): Json => ({ id: threadId, messages, trigger: "submit-message" });

describe("too large, and nothing is stored", () => {
  // CopilotKit's stop has a body that nobody reads.
  const reading = ROUTE_CASES.filter(({ name, body }) => body && name !== "CopilotKit: stop");
  it.each(reading)("a body: $name", async (of) => {
    const aim = { approval, results }[of.on as "approval" | "results"] ?? { ...results, threadId: "new" };
    const body = of.body?.(aim) as { [key: string]: Json };
    await tooLarge(pathOf(of, aim), { ...body, padding: "x".repeat(4_000_000) }, of.method);
  });

  it("a question, on every wire", async () => {
    const question = { id: "long", role: "user", content: LONG_QUESTION };
    await tooLarge("/api/threads/long/messages", { text: LONG_QUESTION });
    await tooLarge("/api/chat", chat("long", [{ ...question, parts: [{ type: "text", text: LONG_QUESTION }] }]));
    for (const path of AG_UI) {
      await tooLarge(path, agUi("long", { messages: [question] }));
      const halves = [LONG_QUESTION.slice(0, 20_000), LONG_QUESTION.slice(20_000)];
      const content = halves.map((text) => ({ type: "text", text }));
      await tooLarge(path, agUi("long", { messages: [{ ...question, content }] }));
    }
  });

  it("a browser's result, on every wire", async () => {
    const { threadId, callId } = results;
    const part = { type: "tool-read_title", toolCallId: callId, input: {} };
    const answer = (rest: { [key: string]: Json }) =>
      chat(threadId, [{ id: "a", role: "assistant", parts: [{ ...part, ...rest }] }]);
    const path = `/api/threads/${threadId}/results`;
    await tooLarge(path, { results: { [callId]: { result: LARGE } } });
    await tooLarge(path, { results: { [callId]: { error: LARGE } } });
    await tooLarge("/api/chat", answer({ state: "output-available", output: { text: LARGE } }));
    await tooLarge("/api/chat", answer({ state: "output-error", errorText: LARGE }));
    const message = { id: "r", role: "tool", toolCallId: callId, content: LARGE };
    for (const path of AG_UI) await tooLarge(path, agUi(threadId, { messages: [message] }));
  });

  it("the reason of a rejection, on every wire", async () => {
    const { threadId, callId } = approval;
    await tooLarge(`/api/threads/${threadId}/approvals`, { decisions: { [callId]: ["reject", LARGE] } });
    const resume = [{ interruptId: callId, status: "resolved", payload: { approved: false, reason: LARGE } }];
    for (const path of AG_UI) await tooLarge(path, agUi(threadId, { resume }));
  });

  it("a conversation that is sent along", async () => {
    const question = { id: "q", role: "user", content: "Hello", parts: [{ type: "text", text: "Hello" }] };
    const messages = Array.from({ length: 5_001 }, (_, index) => ({ ...question, id: `q${index}` }));
    await tooLarge("/api/chat", chat("many", messages));
    for (const path of AG_UI) await tooLarge(path, agUi("many", { messages }));
  });

  it("what lies in history is of no matter", async () => {
    const { threadId, callId } = results;
    const old = { type: "tool-read_title", toolCallId: "of-long-ago", input: {}, state: "output-available" };
    const part = { type: "tool-read_title", toolCallId: callId, input: {}, state: "output-available", output: "short" };
    const parts = [{ ...old, output: LARGE }, { type: "step-start" }, part];
    const response = await client.post("/api/chat", chat(threadId, [{ id: "a", role: "assistant", parts }]));
    expect(response.status).toBe(200);
    await response.text();
  });
});

describe("a catalog that is too much is refused as such", () => {
  const question = { id: "q", role: "user", content: "Hello" };
  const tool = (name: string, description = "") => ({ name, description, parameters: { type: "object" } });

  it.each([
    ["too many tools", Array.from({ length: 65 }, (_, index) => tool(`t${index}`))],
    ["one that is too large", [tool("large", "x".repeat(33_000))]],
    ["too large together", Array.from({ length: 10 }, (_, index) => tool(`t${index}`, "x".repeat(30_000)))],
  ])("%s", async (_what, tools) => {
    for (const path of AG_UI) {
      await expectRefused(path, agUi("catalog", { messages: [question], tools }), 400, "tool-rejected");
    }
  });
});
