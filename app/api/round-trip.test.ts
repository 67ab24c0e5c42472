import { beforeAll, expect, it, vi } from "vitest";
import type { Json } from "@/lib/json";
import { type Client, warmUp } from "./testing/client";
import { prepare } from "./testing/prepared";

vi.hoisted(() => {
  process.env.DATA_DIR = "memory://round-trip";
  process.env.AUTH_SECRET = "a secret for tests";
  process.env.DEMO_DELAY_MS = "0";
});

let client: Client;

beforeAll(async () => {
  client = await warmUp();
}, 180_000);

const TEXTS = ["a\0b", "\ud800", "x\udc00\ud800y", "\u202e\ufeff\u2028", "😀é", "__proto__", "\\u0000", '"\\'];

it("a question comes back as it was written, whatever is in it", async () => {
  for (const [index, text] of TEXTS.entries()) {
    const threadId = `asked-${index}`;
    const sent = await client.send(`/api/threads/${threadId}/messages`, { text });
    expect(sent).toMatchObject({ status: 200, body: { run: { status: "completed" } } });
    const { body } = await client.get<{ messages: { parts: unknown[] }[] }>(`/api/chat/${threadId}`);
    expect(body.messages[0]?.parts).toEqual([{ type: "text", text }]);
  }
});

it("a browser's result comes back as it was sent, names of every object's own included", async () => {
  const strange = Object.fromEntries(["constructor", "toString", "then", "", "\0", "\ud800"].map((key) => [key, key]));
  const values: Json[] = [...TEXTS, strange, [strange, 1e308, -1, 5e-324, 9007199254740991, null, false, []]];
  for (const [index, value] of values.entries()) {
    const { threadId, callId } = await prepare(client, `answered-${index}`, "results", "m");
    const sent = await client.send(`/api/threads/${threadId}/results`, { results: { [callId]: { result: value } } });
    expect(sent).toMatchObject({ status: 200, body: { run: { status: "completed" } } });
    const { body } = await client.get<{ messages: { parts: { output?: unknown }[] }[] }>(`/api/chat/${threadId}`);
    expect(body.messages[1]?.parts.filter((part) => "output" in part).map(({ output }) => output)).toEqual([value]);
  }
});
