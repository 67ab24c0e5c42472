import { beforeAll, describe, expect, it, vi } from "vitest";
import { type Client, createClient, framesOf, warmUp } from "./testing/client";

vi.hoisted(() => {
  process.env.DATA_DIR = "memory://thread-routes";
  process.env.AUTH_SECRET = "a secret for tests";
});

interface Answer {
  run: {
    runId: string;
    status: string;
    attempt: number;
    interrupt: null | { type: string; calls: { callId: string; toolName: string; outcome?: unknown }[] };
  };
  message: null | { text: string; blocks: unknown[] };
}
interface Refusal {
  error: { code: string; message: string; requestId: string; settled?: Record<string, unknown>; pending?: unknown };
}

let client: Client;

beforeAll(async () => {
  client = await warmUp();
}, 180_000);

const say = async (threadId: string, text: string) =>
  (await client.send<Answer>(`/api/threads/${threadId}/messages`, { text })).body;

describe("a native turn", () => {
  it("answers with the run and its message when the run has ended", async () => {
    const { run, message } = await say("native", "What time is it?");
    expect(run).toMatchObject({ status: "completed", interrupt: null });
    expect(message?.text).not.toBe("");
    expect(JSON.stringify(message)).not.toContain("providerMetadata");
  });

  it("streams its log on request, numbered", async () => {
    const accept = { accept: "text/event-stream" };
    const response = await client.post("/api/threads/streamed/messages", { text: "Hello", id: "m1" }, accept);
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    const frames = await framesOf(response);
    expect(frames.map(({ data }) => data.type)).toContain("text-delta");
    expect(frames.at(-1)?.data).toMatchObject({ type: "run-completed" });
    for (const { id, data } of frames) expect(Number(id)).toBe(data.number);
  });

  it("waits for a decision, carries it out once, and tells the inbox", async () => {
    const { run } = await say("refund", "Refund 250 for A-1001");
    expect(run).toMatchObject({ status: "suspended", interrupt: { type: "approval" } });
    const [call] = run.interrupt?.calls ?? [];
    const callId = call?.callId ?? "";
    const inbox = (await client.get<{ waits: { threadId: string; runId: string }[] }>("/api/inbox")).body;
    expect(inbox.waits).toContainEqual(expect.objectContaining({ threadId: "refund", runId: run.runId }));

    const wrong = await client.send<Refusal>("/api/threads/refund/results", { results: { [callId]: { result: 1 } } });
    expect(wrong).toMatchObject({ status: 400, body: { error: { code: "wrong-phase" } } });
    const busy = await client.send<Refusal>("/api/threads/refund/messages", { text: "Hello?" });
    expect(busy).toMatchObject({ status: 409, body: { error: { code: "run-in-flight" } } });
    expect(busy.body.error.pending).toBeDefined();

    const decided = await client.send<Answer>("/api/threads/refund/approvals", { decisions: { [callId]: "approve" } });
    expect(decided).toMatchObject({ status: 200, body: { run: { status: "completed" } } });
    const order = (await client.get<{ refunds: unknown[] }>("/api/orders/A-1001")).body;
    expect(order.refunds).toEqual([{ callId, amount: 250 }]);
    expect((await client.get<{ waits: { threadId: string }[] }>("/api/inbox")).body.waits).not.toContainEqual(
      expect.objectContaining({ threadId: "refund" }),
    );
    const late = await client.send<Refusal>("/api/threads/refund/approvals", { decisions: { [callId]: "reject" } });
    expect(late).toMatchObject({ status: 400, body: { error: { code: "no-run" } } });
    expect(late.body.error.settled).toHaveProperty([callId]);
  });

  it("takes results one by one", async () => {
    const { run } = await say("partial", "Read the text of #summary and #customer");
    const ids = run.interrupt?.calls.map(({ callId }) => callId) ?? [];
    expect(ids).toHaveLength(2);
    const send = (callId: string, entry: unknown) =>
      client.send<Answer>("/api/threads/partial/results", { results: { [callId]: entry } });
    const first = await send(ids[0]!, { result: false });
    expect(first.body.run.interrupt?.calls.map(({ outcome }) => outcome)).toEqual([
      { type: "result", value: false },
      undefined,
    ]);
    expect(await send(ids[0]!, { result: true })).toMatchObject({ status: 409, body: { error: { code: "conflict" } } });
    expect((await send(ids[1]!, { error: "no such element" })).body.run.status).toBe("completed");
  });

  it("is refused by path, by size and where nothing waits", async () => {
    const refuse = (route: string, body: unknown) => client.send<Refusal>(`/api/threads/refused/${route}`, body);
    expect(await refuse("messages", { text: " " })).toMatchObject({ status: 400 });
    expect(await refuse("messages", { text: "x".repeat(32_001) })).toMatchObject({ status: 413 });
    expect(await refuse("results", { results: { c: { result: "x".repeat(260_000) } } })).toMatchObject({ status: 413 });
    expect(await refuse("approvals", { decisions: { c: "approve" } })).toMatchObject({
      status: 400,
      body: { error: { code: "no-run", message: expect.stringContaining("no persisted run") } },
    });
    expect(await refuse("recover", { runId: "run_x", attempt: 1 })).toMatchObject({
      body: { error: { code: expect.stringMatching(/^(stale|no-run|not-found)$/) } },
    });
    expect((await client.get("/api/threads/refused")).status).toBe(404);
  });

  it("can fail, and that is an answer; recovering it is fenced", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const { run } = await say("failing", "Break in the middle");
    expect(log).toHaveBeenCalledWith(expect.stringContaining(run.runId));
    expect(run).toMatchObject({ status: "failed", error: { message: expect.any(String) } });
    const recover = (attempt: number) =>
      client.send<Answer & Refusal>("/api/threads/failing/recover", { runId: run.runId, attempt });
    expect(await recover(run.attempt + 1)).toMatchObject({ status: 409, body: { error: { code: "stale" } } });
    const recovered = await recover(run.attempt);
    expect(recovered).toMatchObject({ status: 200, body: { run: { runId: run.runId, attempt: run.attempt + 1 } } });
    log.mockRestore();
  });
});

describe("the life of a thread", () => {
  it("is listed, inspected and deleted", async () => {
    await say("short-lived", "Hello");
    const { threads } = (await client.get<{ threads: { threadId: string; status: string }[] }>("/api/threads")).body;
    expect(threads[0]).toMatchObject({ threadId: "short-lived", status: "completed", title: expect.any(String) });
    expect((await client.get("/api/threads/short-lived")).body).toMatchObject({ threadId: "short-lived" });
    expect((await client.send("/api/threads/short-lived", undefined, { method: "DELETE" })).status).toBe(200);
    expect((await client.get("/api/threads/short-lived")).status).toBe(404);
  });

  it("is found by its title, and the list can be cut", async () => {
    await say("sought", "Where is the umbrella?");
    await say("last", "Hello");
    const list = async (query: string) => {
      const { body } = await client.get<{ threads: { threadId: string }[]; more?: true }>(`/api/threads?${query}`);
      return { ids: body.threads.map(({ threadId }) => threadId), more: body.more };
    };
    expect(await list("search=UMBRELLA")).toEqual({ ids: ["sought"], more: undefined });
    expect(await list("limit=1")).toMatchObject({ more: true });
    expect((await list("limit=1")).ids[0]).toBe("last");
    for (const query of ["limit=0", "limit=x", `search=${"x".repeat(201)}`]) {
      expect(await client.get<Refusal>(`/api/threads?${query}`)).toMatchObject({
        status: 400,
        body: { error: { code: "invalid-input" } },
      });
    }
  });

  it("is renamed, and the list shows it where it was", async () => {
    await say("named", "Hello");
    await say("newer", "Hello");
    const rename = (body: unknown) => client.send<Refusal>("/api/threads/named", body, { method: "PATCH" });
    expect(await rename({ title: "  A better name  " })).toEqual({
      status: 200,
      body: { threadId: "named", title: "A better name" },
    });
    const { threads } = (await client.get<{ threads: { threadId: string; title: string }[] }>("/api/threads")).body;
    expect(threads.slice(0, 2).map(({ threadId }) => threadId)).toEqual(["newer", "named"]);
    expect(threads[1]?.title).toBe("A better name");
    expect((await client.get("/api/threads/named")).body).toMatchObject({ title: "A better name" });

    expect((await rename({ title: "😀".repeat(120) })).status).toBe(200);
    for (const title of ["", "   ", "\0\u0007", "x".repeat(121), null, 7, ["x"]]) {
      expect(await rename({ title })).toMatchObject({
        status: 400,
        body: { error: { code: "invalid-input", message: expect.stringMatching(/^title: /) } },
      });
    }
    expect((await rename({ title: "x", owner: "me" })).status).toBe(400);
    expect((await rename({ title: "x".repeat(1_000_001) })).status).toBe(413);
    expect((await client.send("/api/threads/never-begun", { title: "x" }, { method: "PATCH" })).status).toBe(404);
  });

  it("says how many calls wait", async () => {
    const waiting = async (threadId: string) => {
      const { threads } = (await client.get<{ threads: { threadId: string; waiting: number }[] }>("/api/threads")).body;
      return threads.find((row) => row.threadId === threadId)?.waiting;
    };
    const { run } = await say("counted", "Read the text of #summary and #customer");
    expect(await waiting("counted")).toBe(2);
    const [first, second] = run.interrupt?.calls.map(({ callId }) => callId) ?? [];
    await client.send("/api/threads/counted/results", { results: { [first!]: { result: null } } });
    expect(await waiting("counted")).toBe(1);
    await client.send("/api/threads/counted/results", { results: { [second!]: { error: "none" } } });
    expect(await waiting("counted")).toBe(0);
  });

  it("says what a run has used, over all its steps", async () => {
    const { run } = await say("measured", "Look up A-1001 and A-1004");
    await say("measured", "Hello");
    const usage = await client.get(`/api/threads/measured/usage?runId=${run.runId}`);
    const { events } = (await (
      await client.fetch("/api/threads/measured/events", { headers: { accept: "application/json" } })
    ).json()) as {
      events: {
        type: string;
        runId: string;
        messageId: string;
        usage: { inputTokens: number; outputTokens: number };
      }[];
    };
    const ends = events.filter(({ type, runId }) => type === "step-end" && runId === run.runId);
    expect(ends.length).toBe(2);
    const sum = (key: "inputTokens" | "outputTokens") => ends.reduce((total, end) => total + end.usage[key], 0);
    expect(usage).toMatchObject({
      status: 200,
      body: { runId: run.runId, steps: 2, inputTokens: sum("inputTokens"), outputTokens: sum("outputTokens") },
    });
    expect(sum("outputTokens")).toBeGreaterThan(0);
    // By any of the messages that it has written.
    const written = events.filter(({ type, runId }) => type === "step-start" && runId === run.runId);
    expect(written.length).toBe(2);
    for (const { messageId } of written) {
      expect((await client.get(`/api/threads/measured/usage?messageId=${messageId}`)).body).toEqual(usage.body);
    }
    expect((await client.get("/api/threads/measured/usage?messageId=none")).body).toMatchObject({
      runId: null,
      steps: 0,
    });
    expect((await client.get("/api/threads/measured/usage?runId=run_other")).body).toMatchObject({ steps: 0 });
    expect((await client.get("/api/threads/measured/usage")).status).toBe(400);
    expect((await client.get("/api/threads/nobody/usage?runId=x")).status).toBe(404);
  });

  it("is not abandoned while an answer is awaited, and stopping it settles it", async () => {
    await say("waiting", "Refund 300 for A-1002");
    const abandoned = await client.send("/api/threads/waiting/abandon");
    expect(abandoned).toMatchObject({ status: 409, body: { error: { code: "run-in-flight" } } });
    expect((await client.send("/api/threads/waiting/stop")).body).toEqual({ stopped: true });
    expect((await client.send("/api/threads/waiting/stop")).body).toEqual({ stopped: false });
    expect((await client.get("/api/threads/waiting")).body).toMatchObject({ run: { status: "cancelled" } });
  });
});

describe("the run log", () => {
  it("is one page of JSON or a stream, from a number on", async () => {
    await say("logged", "Hello");
    const json = { accept: "application/json" };
    const page = (await (await client.fetch("/api/threads/logged/events", { headers: json })).json()) as {
      events: { number: number; type: string }[];
      run: unknown;
    };
    expect(page.events[0]).toMatchObject({ type: "run-started" });
    expect(page.run).toMatchObject({ status: "completed" });
    const middle = page.events[2]?.number ?? 0;
    const rest = await framesOf(await client.fetch(`/api/threads/logged/events?after=${middle}`));
    expect(rest[0]?.data.number).toBeGreaterThan(middle);
    expect(rest.at(-1)?.data).toEqual(page.events.at(-1));
    const headers = { "last-event-id": String(page.events.at(-2)?.number) };
    const last = await framesOf(await client.fetch("/api/threads/logged/events?after=0", { headers }));
    expect(last.map(({ data }) => data.type)).toEqual([page.events.at(-1)?.type]);
    expect((await client.get("/api/threads/nobody/events")).status).toBe(404);
  });
});

describe("who may do what", () => {
  const thread = "private";
  const everything: [method: string, path: string, body?: unknown][] = [
    ["GET", `/api/chat/${thread}`],
    ["GET", `/api/chat/${thread}/stream`],
    ["POST", "/api/chat", { id: thread, messages: [{ id: "x", role: "user", parts: [{ type: "text", text: "Hi" }] }] }],
    ["GET", `/api/threads/${thread}`],
    ["PATCH", `/api/threads/${thread}`, { title: "Mine" }],
    ["DELETE", `/api/threads/${thread}`],
    ["GET", `/api/threads/${thread}/events`],
    ["GET", `/api/threads/${thread}/usage?runId=x`],
    ["POST", `/api/threads/${thread}/messages`, { text: "Hi" }],
    ["POST", `/api/threads/${thread}/approvals`, { decisions: { c: "approve" } }],
    ["POST", `/api/threads/${thread}/results`, { results: { c: { result: 1 } } }],
    ["POST", `/api/threads/${thread}/recover`, { runId: "r", attempt: 1 }],
    ["POST", `/api/threads/${thread}/stop`],
    ["POST", `/api/threads/${thread}/abandon`],
  ];

  beforeAll(async () => {
    await say(thread, "Refund 250 for A-1003");
  });

  it.each(everything)("%s %s of somebody else is not found, and changes nothing", async (method, path, body) => {
    const stranger = await createClient();
    const before = (await client.get(`/api/threads/${thread}`)).body;
    const response = await stranger.send<Refusal>(path, body, { method });
    expect(response).toMatchObject({ status: 404, body: { error: { code: "not-found" } } });
    expect((await client.get(`/api/threads/${thread}`)).body).toEqual(before);
  });

  it.each(everything)("%s %s without a session is 401", async (method, path, body) => {
    const { Client } = await import("./testing/client");
    expect((await new Client().send(path, body, { method })).status).toBe(401);
  });

  it("lists and orders show a session its own", async () => {
    const stranger = await createClient();
    expect((await stranger.get("/api/threads")).body).toEqual({ threads: [] });
    expect((await stranger.get("/api/inbox")).body).toEqual({ waits: [] });
    expect((await stranger.get("/api/orders/A-1001")).body).toMatchObject({ orderId: "A-1001", refunds: [] });
    expect((await stranger.get("/api/orders/A-9999")).status).toBe(404);
  });

  it("health is open and tells no secret", async () => {
    const { Client } = await import("./testing/client");
    const health = await new Client().get("/api/health");
    expect(health).toEqual({ status: 200, body: { ok: true, database: "pglite", model: "demo" } });
  });
});
