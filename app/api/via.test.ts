import { beforeAll, expect, it, vi } from "vitest";
import { type Client, warmUp } from "./testing/client";

vi.hoisted(() => {
  process.env.DATA_DIR = "memory://via";
  process.env.AUTH_SECRET = "a secret for tests";
  process.env.DEMO_DELAY_MS = "0";
});

let client: Client;

beforeAll(async () => {
  client = await warmUp();
}, 180_000);

const approve = { approved: true };
const resume = (threadId: string, callId: string) => ({
  ...{ threadId, runId: "r", messages: [], tools: [], context: [], state: {}, forwardedProps: {} },
  resume: [{ interruptId: callId, status: "resolved", payload: approve }],
});

it.each([
  ["AI SDK", "/api/chat", toMessage],
  ["AG-UI", "/api/agui", resume],
  ["CopilotKit", "/api/copilotkit/agent/default/run", resume],
  ["the inbox", "approvals", toDecision],
])("whoever decides too late learns that it was decided in %s", async (via, path, toBody) => {
  const threadId = `late${path.replaceAll("/", "-")}`;
  const asked = await client.send<{ run: { interrupt: { calls: { callId: string }[] } } }>(
    `/api/threads/${threadId}/messages`,
    { text: "Refund 250 for A-1001" },
  );
  const callId = asked.body.run.interrupt.calls[0]?.callId ?? "";
  const address = path.startsWith("/") ? path : `/api/threads/${threadId}/${path}`;
  await (await client.post(address, await toBody(threadId, callId))).text();
  const late = await client.send(`/api/threads/${threadId}/approvals`, { decisions: { [callId]: "reject" } });
  expect(late).toMatchObject({ status: 400, body: { error: { settled: { [callId]: { ...approve, via } } } } });
});

function toDecision(_threadId: string, callId: string) {
  return { decisions: { [callId]: "approve" }, via: "the inbox" };
}

/** The stored answer as `useChat` posts it with a decision. */
async function toMessage(id: string, callId: string) {
  const { body } = await client.get<{ messages: { parts: { toolCallId?: string }[] }[] }>(`/api/chat/${id}`);
  const answer = body.messages.at(-1);
  const parts = answer?.parts.map((part) =>
    part.toolCallId === callId ? { ...part, state: "approval-responded", approval: { id: callId, ...approve } } : part,
  );
  return { id, messages: [{ ...answer, parts }] };
}
