import { beforeAll, describe, expect, it, vi } from "vitest";
import { Client, createClient, framesOf, warmUp } from "./testing/client";

vi.hoisted(() => {
  process.env.DATA_DIR = "memory://copilotkit-routes";
  process.env.AUTH_SECRET = "";
});

let client: Client;

beforeAll(async () => {
  client = await warmUp();
}, 180_000);

const AGENT = "/api/copilotkit/agent/default";

function input(threadId: string, text?: string) {
  const messages = text === undefined ? [] : [{ id: `${threadId}-q`, role: "user", content: text }];
  return { threadId, runId: "request-1", messages, tools: [], context: [], state: {}, forwardedProps: {} };
}

async function eventsOf(response: Response) {
  return (await framesOf(response)).map((frame) => frame.data);
}

describe("/api/copilotkit", () => {
  it("tells which agent there is, and that nothing else is on offer", async () => {
    const { status, body } = await client.get("/api/copilotkit/info");
    expect(status).toBe(200);
    expect(body).toMatchObject({ mode: "sse", telemetryDisabled: true, suggestions: false });
    expect(Object.keys(body.agents as object)).toEqual(["default"]);
  });

  it("answers a question, restores it and says where it stands", async () => {
    const response = await client.post(`${AGENT}/run`, input("asked", "What time is it?"));
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    const events = await eventsOf(response);
    expect(events[0]).toEqual({ type: "RUN_STARTED", threadId: "asked", runId: "request-1" });
    expect(events.at(-1)).toEqual({ type: "RUN_FINISHED", threadId: "asked", runId: "request-1" });

    const restored = await eventsOf(await client.post(`${AGENT}/connect`, input("asked")));
    expect(restored.map(({ type }) => type)).toEqual(["RUN_STARTED", "MESSAGES_SNAPSHOT", "RUN_FINISHED"]);
    expect(restored[1].messages[0]).toEqual({ id: "asked-q", role: "user", content: "What time is it?" });
    expect(restored[1].messages.at(-1)).toMatchObject({ role: "assistant" });
  });

  it("stops a waiting run", async () => {
    await eventsOf(await client.post(`${AGENT}/run`, input("stopped", "Refund 250 for A-1001")));
    const restored = await eventsOf(await client.post(`${AGENT}/connect`, input("stopped")));
    expect(restored.at(-1).outcome.interrupts).toHaveLength(1);
    expect((await client.send(`${AGENT}/stop/stopped`, { runId: "request-1" })).body).toEqual({ stopped: true });
    expect((await client.send(`${AGENT}/stop/stopped`)).body).toEqual({ stopped: false });
    const { body } = await client.get<{ run: { status: string } }>("/api/threads/stopped");
    expect(body.run.status).toBe("cancelled");
  });

  it("refuses a conversation that neither starts nor continues anything", async () => {
    expect(await client.send(`${AGENT}/run`, input("nothing"))).toMatchObject({
      status: 400,
      body: { error: { code: "invalid-input" } },
    });
    expect(await client.send(`${AGENT}/connect`, {})).toMatchObject({
      status: 400,
      body: { error: { code: "invalid-input", message: expect.stringContaining("threadId") } },
    });
  });

  it.each(["threads", "threads/asked/messages", "memories", "inspector-metadata", "cpk-debug-events"])(
    "has no GET %s",
    async (path) => {
      expect((await client.get(`/api/copilotkit/${path}`)).status).toBe(404);
    },
  );

  it.each(["threads/clear", "transcribe", "annotate", "agent/default/suggest", "agent/other/run"])(
    "has no POST %s",
    async (path) => {
      expect((await client.send(`/api/copilotkit/${path}`, {})).status).toBe(404);
    },
  );
});

describe("somebody else", () => {
  it("finds no thread that is not theirs, on any route", async () => {
    await eventsOf(await client.post(`${AGENT}/run`, input("mine", "Refund 250 for A-1001")));
    const other = await createClient();
    expect((await other.send(`${AGENT}/connect`, input("mine"))).status).toBe(404);
    expect((await other.send(`${AGENT}/run`, input("mine", "Hello"))).status).toBe(404);
    expect((await other.send(`${AGENT}/stop/mine`)).status).toBe(404);
    const { body } = await client.get<{ run: { status: string } }>("/api/threads/mine");
    expect(body.run.status).toBe("suspended");
  });

  it("without a session is refused, and so is a page of another site or a body that is not JSON", async () => {
    expect((await new Client().get("/api/copilotkit/info")).status).toBe(401);
    expect((await new Client().send(`${AGENT}/run`, input("x", "Hi"))).status).toBe(401);
    expect((await client.send(`${AGENT}/run`, input("x", "Hi"), { origin: "http://evil.test" })).status).toBe(403);
    expect((await client.send(`${AGENT}/run`, input("x", "Hi"), { "content-type": "text/plain" })).status).toBe(415);
    expect((await client.get("/api/threads/x")).status).toBe(404);
  });
});
