import { beforeAll, describe, expect, it, vi } from "vitest";
import { type Client, createClient, framesOf, warmUp } from "./testing/client";

vi.hoisted(() => {
  process.env.DATA_DIR = "memory://inspector-routes";
  process.env.AUTH_SECRET = "a secret for tests";
  process.env.FAULT_LAB = "1";
  process.env.DEMO_DELAY_MS = "5";
  // However slow the machine is, no log is shortened (lib/workflow/engine.ts) before these tests have read it twice.
  const { setTimeout: set } = globalThis;
  globalThis.setTimeout = ((work: () => void, ms?: number) => set(work, ms === 3000 ? 600_000 : ms)) as typeof set;
});

// biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever a frame holds
type Frame = any;
interface Wire {
  items: { number: number; native: Frame; aiSdk: Frame[]; agUi: Frame[] }[];
}

let client: Client;

beforeAll(async () => {
  client = await warmUp();
}, 180_000);

const dataOf = async (response: Response) =>
  (await framesOf(response)).map(({ data }) => data as Frame).filter((data) => data !== "[DONE]");
/** The log is streamed unless JSON is asked for. */
const json = async <Body>(path: string) =>
  (await (await client.fetch(path, { headers: { accept: "application/json" } })).json()) as Body;
const wireOf = async (threadId: string, query = "") =>
  (await json<Wire>(`/api/threads/${threadId}/wire${query}`)).items;

/** One AI SDK client's requests on a thread: its question, and its answers to what is asked. */
async function chat(threadId: string, text: string, answer: (part: Frame) => object): Promise<Frame[]> {
  const post = async (message: object) =>
    dataOf(await client.post("/api/chat", { id: threadId, messages: [message], trigger: "submit-message" }));
  const received = await post({ id: `${threadId}-q`, role: "user", parts: [{ type: "text", text }] });
  for (let turn = 0; turn < 3; turn += 1) {
    const { body } = await client.get<{ messages: Frame[]; run: Frame }>(`/api/chat/${threadId}`);
    if (body.run.status !== "suspended") return received;
    const waiting = body.messages.at(-1);
    const parts = waiting.parts.map((part: Frame) =>
      ["input-available", "approval-requested"].includes(part.state) ? { ...part, ...answer(part) } : part,
    );
    received.push(...(await post({ ...waiting, parts })));
  }
  return received;
}

/** The same with an AG-UI client. */
async function agUi(threadId: string, text: string, answer: (interrupt: Frame) => object): Promise<Frame[]> {
  const received: Frame[] = [];
  const post = async (input: object) => {
    const base = { threadId, runId: "request-x", tools: [], context: [], state: {}, forwardedProps: {} };
    received.push(...(await dataOf(await client.post("/api/agui", { ...base, ...input }))));
  };
  await post({ messages: [{ id: `${threadId}-q`, role: "user", content: text }] });
  for (let turn = 0; turn < 3; turn += 1) {
    const { body } = await client.get<Frame>(`/api/agui/threads/${threadId}`);
    const [interrupt] = body.interrupts;
    if (!interrupt) return received;
    const call = interrupt.metadata?.toolCalls?.[0];
    if (call) {
      const result = { id: `${threadId}-r${turn}`, role: "tool", toolCallId: call.callId, content: "Order desk" };
      await post({ messages: [...body.messages, result] });
    } else {
      const resume = [{ interruptId: interrupt.id, status: "resolved", payload: answer(interrupt) }];
      await post({ messages: body.messages, resume });
    }
  }
  return received;
}

const approve = (part: Frame) =>
  part.state === "approval-requested"
    ? { state: "approval-responded", approval: { ...part.approval, approved: true } }
    : { state: "output-available", output: "Order desk" };

const QUESTIONS = [
  ["server", "What time is it?"],
  ["browser", "What is the title of this page?"],
  ["approval", "Refund 250 for A-1001"],
  ["both", 'Copy "see you on Monday"'],
] as const;

describe("GET …/wire", () => {
  it.each(QUESTIONS)("says of a %s turn what an AI SDK client received", async (kind, text) => {
    const received = await chat(`ai-${kind}`, text, approve);
    const wire = await wireOf(`ai-${kind}`);
    expect(wire.flatMap(({ aiSdk }) => aiSdk)).toEqual(received);
  });

  it.each(QUESTIONS)("says of a %s turn what an AG-UI client received", async (kind, text) => {
    const received = await agUi(`ag-${kind}`, text, () => ({ approved: true }));
    const wire = await wireOf(`ag-${kind}`);
    const anyRequest = (event: Frame) => (event.runId ? { ...event, runId: "" } : event);
    expect(wire.flatMap(({ agUi }) => agUi).map(anyRequest)).toEqual(received.map(anyRequest));
  });

  it("has the log's own events, numbered and timed, and goes on after a number", async () => {
    const wire = await wireOf("ai-both");
    const log = (await json<{ events: Frame[] }>("/api/threads/ai-both/events")).events;
    expect(wire.map(({ native }) => native)).toEqual(log);
    const brackets = log.filter(({ type }) => !type.endsWith("-delta"));
    for (const { at } of brackets) expect(new Date(at).toISOString()).toBe(at);
    expect(log.some(({ type, at }) => type === "text-delta" && at === undefined)).toBe(true);
    const middle = wire[Math.floor(wire.length / 2)]?.number ?? 0;
    expect(await wireOf("ai-both", `?after=${middle}`)).toEqual(wire.filter(({ number }) => number > middle));
  });

  it("is followed live, to the run's end", async () => {
    const headers = { accept: "text/event-stream" };
    const turn = client.post("/api/threads/live/messages", { text: "Tell a story of 60 words" }, headers);
    const answer = await turn;
    const wire = framesOf(await client.fetch("/api/threads/live/wire", { headers }));
    await answer.text();
    const frames = await wire;
    expect(frames.at(-1)?.data.native).toMatchObject({ type: "run-completed" });
    expect(frames.at(-1)?.data.agUi.at(-1)).toMatchObject({ type: "RUN_FINISHED" });
    expect(frames.map(({ data }) => data.native.type)).toContain("text-delta");
    for (const { id, data } of frames) expect(Number(id)).toBe(data.number);
  });

  it("begins at a later run", async () => {
    await client.send("/api/threads/two/messages", { text: "Hello", id: "t1" });
    await client.send("/api/threads/two/messages", { text: "What time is it?", id: "t2" });
    const { run } = (await client.get<{ run: Frame }>("/api/threads/two/inspector")).body;
    const all = await wireOf("two");
    const later = all.filter(({ number }) => number > run.firstEvent);
    expect(later.length).toBeLessThan(all.length);
    expect(await wireOf("two", `?from=${run.firstEvent}`)).toEqual(later);
  });
});

describe("GET …/inspector and …/prompt", () => {
  it("say everything about the run, and what the model saw at each step", async () => {
    await chat("seen", "What is the title of this page?", approve);
    const { body } = await client.get<Frame>("/api/threads/seen/inspector");
    expect(body).toMatchObject({ threadId: "seen", leaseSeconds: 60, faultLab: true });
    expect(body.run).toMatchObject({
      status: "completed",
      attempt: 2,
      agent: "order-desk",
      model: "demo",
      dead: false,
    });
    expect(Date.parse(body.run.endedAt)).toBeGreaterThanOrEqual(Date.parse(body.run.startedAt));

    const steps = (await wireOf("seen")).filter(({ native }) => native.type === "step-start");
    expect(steps).toHaveLength(2);
    const prompts = await Promise.all(
      steps.map(async ({ native }) => {
        const path = `/api/threads/seen/prompt?messageId=${encodeURIComponent(native.messageId)}`;
        return (await client.get<Frame>(path)).body;
      }),
    );
    expect(prompts.map(({ prompt }) => prompt.map(({ role }: Frame) => role))).toEqual([
      ["system", "user"],
      ["system", "user", "assistant", "tool"],
    ]);
    expect(JSON.stringify(prompts[1])).toContain("Order desk");
    expect(prompts[0].tools).toContain("refund_order");
    expect(prompts[0].complete).toBe(true);
  });

  it("know nothing of steps that never were", async () => {
    expect((await client.get("/api/threads/seen/prompt?messageId=msg_none")).status).toBe(400);
    expect((await client.get("/api/threads/seen/prompt")).status).toBe(400);
  });

  it("stay with the thread's owner", async () => {
    const other = await createClient();
    for (const path of ["inspector", "wire", "prompt?messageId=x"]) {
      expect((await other.get(`/api/threads/seen/${path}`)).status, path).toBe(404);
      expect((await client.get(`/api/threads/never-was/${path}`)).status, path).toBe(404);
    }
    expect((await other.send("/api/threads/seen/faults", { fault: "dead" })).status).toBe(404);
  });
});

describe("POST …/faults", () => {
  const dead = (threadId: string) => client.send<Frame>(`/api/threads/${threadId}/faults`, { fault: "dead" });

  it("leaves a run as a dead process would, and it can be recovered", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const headers = { accept: "text/event-stream" };
    const turn = await client.post("/api/threads/dead/messages", { text: "Tell a story of 400 words" }, headers);
    const reader = turn.body!.getReader();
    await reader.read();
    const answer = await dead("dead");
    expect(answer).toMatchObject({ status: 200, body: { fault: "dead", attempt: 2 } });
    const { run } = (await client.get<Frame>("/api/threads/dead/inspector")).body;
    expect(run).toMatchObject({ status: "running", dead: true, attempt: 2 });
    await reader.cancel();
    const recovered = await client.send<Frame>("/api/threads/dead/recover", { runId: run.runId, attempt: 2 });
    expect(recovered).toMatchObject({ status: 200, body: { run: { status: "completed", attempt: 3 } } });
    const wire = await wireOf("dead");
    expect(wire.at(-1)?.aiSdk.at(-1)).toMatchObject({ type: "finish" });
    log.mockRestore();
  });

  it("finds nothing to do where nothing runs", async () => {
    expect(await dead("seen")).toMatchObject({ status: 400, body: { error: { code: "no-run" } } });
    expect(await client.send("/api/threads/seen/faults", { fault: "fire" })).toMatchObject({ status: 400 });
  });
});
