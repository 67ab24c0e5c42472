import { randomUUID } from "node:crypto";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { simulateReadableStream } from "ai";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connect, type Database } from "../store/database";
import { createDatabase, findServer } from "../store/testing/databases";
import { durableGround } from "../store/testing/ground";
import type { ThreadAgent } from "./api";
import { type Agent, createAgent } from "./create-agent";
import { defineAgent } from "./define-agent";
import { testAgentConfig } from "./testing/desk";

const POOL = 5;
const WORDS = Array.from({ length: 30 }, (_, index) => `word${index} `);

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** Says thirty words at a pace, or asks the browser for its title at once. */
async function stream({ prompt }: LanguageModelV4CallOptions): Promise<ReadableStream<LanguageModelV4StreamPart>> {
  const asks = JSON.stringify(prompt.at(-1)).includes("title");
  const said: LanguageModelV4StreamPart[] = asks
    ? [{ type: "tool-call", toolCallId: `c-${randomUUID()}`, toolName: "title", input: "{}" }]
    : [
        { type: "text-start", id: "t" },
        ...WORDS.map((delta) => ({ type: "text-delta" as const, id: "t", delta })),
        { type: "text-end", id: "t" },
      ];
  const unified = asks ? "tool-calls" : "stop";
  return simulateReadableStream<LanguageModelV4StreamPart>({
    chunks: [
      { type: "stream-start", warnings: [] },
      ...said,
      { type: "finish", finishReason: { unified, raw: undefined }, usage },
    ],
    initialDelayInMs: null,
    chunkDelayInMs: asks ? null : 5,
  });
}

let database: Database;
let agent: Agent;
let drop: () => Promise<void>;

const server = await findServer();

beforeAll(async () => {
  const created = server ? await createDatabase(server) : null;
  database = await connect(
    created ? { driver: "pg", url: created.url, poolSize: POOL } : { driver: "pglite", dataDir: "memory://" },
  );
  const { store } = durableGround("load", database);
  agent = createAgent(defineAgent(testAgentConfig({ clock: 0, pay: [] })), {
    store,
    model: { id: "test/load", stream },
    onError: () => {},
  });
  drop = async () => {
    await database.close();
    await created?.drop();
  };
}, 120_000);
afterAll(() => drop());

const threads = (count: number): ThreadAgent[] =>
  Array.from({ length: count }, () => agent.for({ threadId: randomUUID(), ownerId: "owner" }));
const question = (text: string) => ({ id: randomUUID(), blocks: [{ type: "text" as const, text }] });

it(`200 streams at once over ${POOL} connections come to their end, whole`, { timeout: 180_000 }, async () => {
  const texts = await Promise.all(
    threads(200).map(async (thread) => {
      let text = "";
      for await (const { event } of (await thread.stream(question("Hello"))).events()) {
        if (event.type === "text-delta") text += event.delta;
      }
      return text;
    }),
  );
  expect(new Set(texts)).toEqual(new Set([WORDS.join("")]));
});

it("100 readers that leave in the middle take no run with them", { timeout: 180_000 }, async () => {
  const left = await Promise.all(
    threads(100).map(async (thread) => {
      let seen = "";
      for await (const { event } of (await thread.stream(question("Hello"))).events()) {
        if (event.type === "text-delta") seen += event.delta;
        if (seen !== "") break;
      }
      return { thread, seen };
    }),
  );
  expect(left.filter(({ seen }) => seen.length < WORDS.join("").length).length).toBeGreaterThan(50);
  for (const { thread } of left) {
    await expect.poll(async () => (await thread.inspect())?.run?.status, { timeout: 60_000 }).toBe("completed");
  }
});

it("2,000 runs that wait hold no memory", { timeout: 300_000 }, async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const suspend = async (count: number) => {
    const waiting = threads(count);
    const next = async (): Promise<void> => {
      for (let thread = waiting.pop(); thread; thread = waiting.pop()) {
        const result = await thread.chat(question("What is the title?"));
        expect(result.isInterrupted()).toBe(true);
      }
    };
    await Promise.all(Array.from({ length: 10 }, next));
  };
  const heap = async () => {
    for (let round = 0; round < 3; round++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      collect();
    }
    return process.memoryUsage().heapUsed;
  };
  await suspend(200);
  const before = await heap();
  await suspend(2_000);
  const grown = (await heap()) - before;
  console.info(`2,000 waiting runs: ${(grown / 1024).toFixed(0)} KiB of heap more`);
  // One and a half kilobytes for each: a run that was kept would have ten times as much.
  expect(grown).toBeLessThan(3_000_000);
});
