import { setTimeout as sleep } from "node:timers/promises";
import type { LanguageModelV4, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { HEARTBEAT_MS } from "@/lib/http/sse";
import { type Client, routeOf, warmUp } from "./testing/client";
import { prepare } from "./testing/prepared";
import { type Aim, pathOf, ROUTE_CASES, type RouteCase } from "./testing/route-cases";

const model = vi.hoisted(() => {
  process.env.DATA_DIR = "memory://streams";
  process.env.AUTH_SECRET = "a secret for tests";
  process.env.DEMO_DELAY_MS = "0";
  process.env.FAULT_LAB = "1";
  process.env.CRON_SECRET = "a secret of sixteen";
  return { silent: false };
});

// The demo model, which says nothing at all while it is told to be silent.
vi.mock("@/lib/models/resolve", async (original) => {
  const { resolveModels } = await original<typeof import("@/lib/models/resolve")>();
  return {
    async resolveModels(config: Parameters<typeof resolveModels>[0]) {
      const [{ id, languageModel }] = await resolveModels(config);
      const doStream: LanguageModelV4["doStream"] = async (options) =>
        model.silent
          ? { stream: new ReadableStream<LanguageModelV4StreamPart>() }
          : await languageModel.doStream(options);
      return [{ id, languageModel: { ...languageModel, doStream } }];
    },
  };
});

/** Route files that stream; one that is missing here or below would be a test of nothing. */
const STREAMING = [
  "agui/route.ts",
  "agui/threads/[threadId]/stream/route.ts",
  "chat/[threadId]/stream/route.ts",
  "chat/route.ts",
  "copilotkit/[...path]/route.ts",
  "threads/[threadId]/approvals/route.ts",
  "threads/[threadId]/events/route.ts",
  "threads/[threadId]/messages/route.ts",
  "threads/[threadId]/recover/route.ts",
  "threads/[threadId]/results/route.ts",
  "threads/[threadId]/wire/route.ts",
];

let client: Client;
const streamed = new Set<string>();

beforeAll(async () => {
  client = await warmUp();
}, 120_000);
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  model.silent = false;
  vi.useRealTimers();
});

/** Sends the case's request at a moment at which the thread's run has nothing to say for a long time. */
async function sendInSilence(of: RouteCase, threadId: string): Promise<Response> {
  const on = of.on === "finished" ? "nothing" : of.on;
  let aim = await prepare(client, threadId, on, `message-${threadId}`);
  model.silent = true;
  if (of.on === "finished") {
    // Whatever reads finds a run at work.
    const working = { id: threadId, messages: [{ id: "q", role: "user", parts: [{ type: "text", text: "Hello" }] }] };
    await client.post("/api/chat", { ...working, trigger: "submit-message" });
    if (of.path.endsWith("/recover")) {
      const { body } = await client.send<Partial<Aim>>(`/api/threads/${threadId}/faults`, { fault: "dead" });
      aim = { ...aim, ...body };
    }
  }
  const headers = { accept: "text/event-stream" };
  if (!of.body) return client.fetch(pathOf(of, aim), { method: of.method, headers });
  return client.post(pathOf(of, aim), of.body(aim), { method: of.method, ...headers });
}

/** Everything that arrives, as it arrives. */
function listen(response: Response): { text: string; stop(): Promise<void> } {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const heard = {
    text: "",
    stop: async () => {
      await reader?.cancel();
    },
  };
  void (async () => {
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) heard.text += next.value;
  })();
  return heard;
}

describe("a response that stays open", () => {
  it.each(ROUTE_CASES.map((of, index) => ({ ...of, index })))(
    "$name: is an event stream that no proxy holds back, and breaks its silence",
    async ({ index, ...of }) => {
      const response = await sendInSilence(of, `stream-${index}`);
      const type = response.headers.get("content-type");
      if (type === null) return expect(response.body).toBeNull();
      if (type.startsWith("application/json")) return expect(await response.json()).toBeDefined();
      streamed.add(routeOf(pathOf(of, { threadId: "t" }).split("?")[0] ?? "") ?? "");
      expect(type).toMatch(/^text\/event-stream\b/);
      expect(response.headers.get("cache-control")).toContain("no-transform");
      expect(response.headers.get("x-accel-buffering")).toBe("no");
      const heard = listen(response);
      for (let comment = false; !comment; ) {
        const before = heard.text.length;
        await vi.advanceTimersByTimeAsync(HEARTBEAT_MS);
        // Not the clock that stands still: what has been sent may arrive.
        await sleep(20);
        const news = heard.text.slice(before);
        expect(news, "fifteen seconds of silence").not.toBe("");
        comment = /^:/m.test(news);
      }
      await heard.stop();
    },
  );

  it("was looked at on every route that has one", () => {
    expect([...streamed].sort()).toEqual(STREAMING);
  });
});
