import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type Client, warmUp } from "./testing/client";

const KEY = "sk-live-7f3b9c1d5e";
const INTERNAL = "10.20.30.40";

/** A provider that says in its errors what nobody should read: OpenAI repeats the key that it refuses. */
const provider = await vi.hoisted(async () => {
  const { createServer } = await import("node:http");
  const answers: { status: number; body: string }[] = [];
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      const { status, body } = answers[0] ?? { status: 500, body: "" };
      response.writeHead(status, { "content-type": status === 200 ? "text/event-stream" : "application/json" });
      response.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const address = server.address();
  process.env.AGENT_MODEL = "custom/some-model";
  process.env.AGENT_MODEL_BASE_URL = `http://localhost:${typeof address === "object" && address ? address.port : 0}/v1`;
  process.env.AGENT_MODEL_API_KEY = "sk-live-7f3b9c1d5e";
  process.env.DATA_DIR = "memory://secrets";
  process.env.AUTH_SECRET = "a secret for tests";
  return { answers, server };
});

let client: Client;

beforeAll(async () => {
  client = await warmUp();
}, 180_000);
afterAll(() => void provider.server.close());

const message = `Incorrect API key provided: ${KEY} (from ${INTERNAL})`;
const error = JSON.stringify({ error: { message, type: "invalid_request_error", code: "invalid_api_key" } });

it.each([
  ["refused", { status: 401, body: error }],
  ["in the middle of an answer", { status: 200, body: `data: ${error}\n\ndata: [DONE]\n\n` }],
  ["that is no JSON", { status: 400, body: `<html>${message}</html>` }],
])("an error of the provider that holds a key is shown to nobody: %s", async (what, answer) => {
  provider.answers.splice(0, 1, answer);
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const name = what.replaceAll(" ", "-");
  const question = (id: string) => ({ id, role: "user", content: "Hi", parts: [{ type: "text", text: "Hi" }] });
  const agUi = { runId: "r", tools: [], context: [], state: {}, forwardedProps: {} };
  const threads = ["native", "stream", "chat", "ag-ui", "copilot"].map((wire) => `${wire}-${name}`) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const [native, stream, chat, agui, copilot] = threads;
  const sse = { accept: "text/event-stream" };
  const responses = [
    await client.post(`/api/threads/${native}/messages`, { text: "Hi" }),
    await client.post(`/api/threads/${stream}/messages`, { text: "Hi" }, sse),
    await client.post("/api/chat", { id: chat, messages: [question("q")] }),
    await client.post("/api/agui", { ...agUi, threadId: agui, messages: [question("q")] }),
    await client.post("/api/copilotkit/agent/default/run", { ...agUi, threadId: copilot, messages: [question("q")] }),
  ];
  const said = await Promise.all(responses.map((response) => response.text()));
  for (const threadId of threads) {
    const inspected = await client.get<{ run: { status: string } }>(`/api/threads/${threadId}`);
    expect(inspected.body.run.status).toBe("failed");
    for (const path of ["threads/ID", "threads/ID/events", "threads/ID/inspector", "chat/ID", "agui/threads/ID"]) {
      said.push(await (await client.fetch(`/api/${path.replace("ID", threadId)}`)).text());
    }
  }
  for (const text of said) expect(text).not.toMatch(new RegExp(`${KEY}|${INTERNAL}|Incorrect API key`));
  // Whoever runs the server can find out.
  for (const threadId of threads) expect(log.mock.calls.flat().join()).toContain(threadId);
  log.mockRestore();
});
