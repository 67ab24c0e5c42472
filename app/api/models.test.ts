import { beforeAll, expect, it, vi } from "vitest";
import { type Client, framesOf, warmUp } from "./testing/client";

/** Beside the demo model, one on a server of the test's own, and one that lacks its key. */
const provider = await vi.hoisted(async () => {
  const { LLMock } = await import("@copilotkit/aimock");
  const server = new LLMock({ port: 0, logLevel: "silent" });
  await server.start();
  process.env.AGENT_MODEL = "demo, custom/other, openai/gpt-5";
  process.env.AGENT_MODEL_BASE_URL = `${server.url}/v1`;
  process.env.DEMO_DELAY_MS = "0";
  process.env.DATA_DIR = "memory://models";
  process.env.AUTH_SECRET = "a secret for tests";
  return server;
});

let client: Client;

beforeAll(async () => {
  provider.on({ userMessage: "Hi" }, { content: "Other here." });
  const refund = { id: "pay", name: "refund_order", arguments: '{"orderId":"A-1001","amount":250}' };
  provider.on({ userMessage: "Refund", hasToolResult: false }, { toolCalls: [refund] });
  provider.on({ userMessage: "Refund", hasToolResult: true }, { content: "Other has refunded it." });
  client = await warmUp();
}, 180_000);

let count = 0;

/** Asks over one wire, with a model if one is given. */
const wires = {
  native: (threadId: string, text: string, model?: string) =>
    client.post(`/api/threads/${threadId}/messages`, { text, model }, { accept: "text/event-stream" }),
  chat: (id: string, text: string, model?: string) => {
    const question = { id: `q-${count++}`, role: "user", parts: [{ type: "text", text }] };
    return client.post("/api/chat", { id, messages: [question], model });
  },
  agui: (threadId: string, text: string, model?: string) => client.post("/api/agui", agUi(threadId, text, model)),
  copilotkit: (threadId: string, text: string, model?: string) =>
    client.post("/api/copilotkit/agent/default/run", agUi(threadId, text, model)),
};

function agUi(threadId: string, text: string, model?: string) {
  const messages = [{ id: `q-${count++}`, role: "user", content: text }];
  return { threadId, runId: "r", messages, tools: [], context: [], state: {}, forwardedProps: { model, other: 1 } };
}

/** The model of each step of the thread. */
async function stepModels(threadId: string): Promise<string[]> {
  const log = await client.post(`/api/threads/${threadId}/events`, undefined, {
    method: "GET",
    accept: "text/event-stream",
  });
  return (await framesOf(log)).flatMap(({ data }) => (data.type === "step-start" ? data.model : []));
}

it.each(Object.entries(wires))(
  "a question says over %s which model answers; the next one stays with it",
  async (name, ask) => {
    await (await ask(name, "Tell me a story")).text();
    const answer = await (await ask(name, "Hi", "custom/other")).text();
    expect(answer).toContain("Other");
    await (await ask(name, "Hi again")).text();
    await (await ask(name, "Tell me a story", "demo")).text();
    expect(await stepModels(name)).toEqual(["demo", "custom/other", "custom/other", "demo"]);
  },
);

it.each(Object.entries(wires))(
  "a model that nobody has configured, or without its key, is refused over %s",
  async (name, ask) => {
    const threadId = `refused-${name}`;
    const unknown = await ask(threadId, "Hi", "custom/unknown");
    expect(unknown.status).toBe(400);
    expect((await unknown.json()).error).toMatchObject({
      code: "invalid-input",
      message: "model: expected one of the configured models, demo, custom/other, openai/gpt-5.",
    });
    const missing = await ask(threadId, "Hi", "openai/gpt-5");
    expect(missing.status).toBe(400);
    expect((await missing.json()).error.message).toContain("openai/gpt-5 cannot answer: OPENAI_API_KEY is not set");
    expect((await client.fetch(`/api/threads/${threadId}`)).status).toBe(404);
  },
);

it("a run that waits goes on with its model, whichever client decides", async () => {
  await (await wires.chat("waits", "Refund 250 for A-1001", "custom/other")).text();
  const resume = [{ interruptId: "pay", status: "resolved", payload: { approved: true } }];
  // What a page sends along is about its next question.
  const input = { ...agUi("waits", "", "demo"), messages: [], resume };
  const answer = await (await client.post("/api/agui", input)).text();
  expect(answer).toContain("refunded");
  expect(await stepModels("waits")).toEqual(["custom/other", "custom/other"]);
});

it("in development a failure without words of its own points to the log", async () => {
  provider.on({ userMessage: "Fail" }, { error: { message: "secret" }, status: 400 });
  const log = vi.spyOn(console, "error").mockReturnValue();
  const answer = await (await wires.chat("fails", "Fail", "custom/other")).text();
  expect(answer).toContain(
    "The model could not finish its answer. Try again, or look for the cause in the server's log.",
  );
  log.mockRestore();
});

it("a model whose server is out of reach fails with words for whoever asked, and for the log", async () => {
  const { host } = new URL(provider.url);
  await provider.stop();
  const log = vi.spyOn(console, "error").mockReturnValue();
  const answer = await (await wires.chat("unreachable", "Hi", "custom/other")).text();
  expect(answer).toContain(
    `The model server at ${host} could not be reached (ECONNREFUSED). Check AGENT_MODEL_BASE_URL`,
  );
  expect(log.mock.lastCall?.[0]).toContain(`The model server at ${host} could not be reached`);
  log.mockRestore();
});
