import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ErrorBody } from "@/lib/http/errors";
import { Client, createClient } from "./testing/client";

const SECRET = "a secret of the scheduler";
const PATH = "/api/cron/retention";

/** A server of its own for every environment: that is read once per process. */
async function fetchJob(authorization: string | null, env: Record<string, string> = { CRON_SECRET: SECRET }) {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const client = new Client();
  const response = await client.fetch(PATH, authorization === null ? {} : { headers: { authorization } });
  return { response, body: (await response.json()) as Record<string, unknown> & Partial<ErrorBody> };
}

beforeEach(() => {
  vi.resetModules();
  vi.unstubAllEnvs();
  vi.stubEnv("AUTH_SECRET", "a secret for tests");
  vi.stubEnv("DATA_DIR", "memory://cron");
});

describe("the retention job", () => {
  it("does not exist without CRON_SECRET", async () => {
    const { response, body } = await fetchJob("Bearer ", {});
    expect(response.status).toBe(404);
    expect(body.error?.code).toBe("not-found");
  });

  it.each([null, "", SECRET, `Bearer ${SECRET}x`, `Bearer ${SECRET.slice(0, -1)}`, `bearer ${SECRET}`, "Bearer "])(
    "refuses %j",
    async (authorization) => {
      const { response, body } = await fetchJob(authorization);
      expect(response.status).toBe(401);
      expect(body.error?.code).toBe("unauthenticated");
      expect(JSON.stringify(body)).not.toContain(SECRET);
    },
  );

  it("deletes the logs of old runs, keeps the conversation, and gives nobody a session", async () => {
    vi.stubEnv("CRON_SECRET", SECRET);
    const visitor = await createClient();
    await visitor.send("/api/threads/old/messages", { text: "Hello" });
    const events = async () => {
      const headers = { accept: "application/json" };
      const page = await (await visitor.fetch("/api/threads/old/events", { headers })).json();
      return (page as { events: unknown[] }).events.length;
    };
    const conversation = async () => (await visitor.get<{ messages: unknown[] }>("/api/chat/old")).body.messages;
    const before = await conversation();
    expect(before).toHaveLength(2);

    const { response, body } = await fetchJob(`Bearer ${SECRET}`);
    expect(body).toEqual({ deleted: 0, done: true, days: 30 });
    expect(response.headers.get("set-cookie")).toBeNull();
    expect(await events()).toBeGreaterThan(0);

    // A server that keeps nothing, on the same database. The first one may still be shortening the log.
    vi.resetModules();
    const env = { CRON_SECRET: SECRET, RETENTION_DAYS: "0" };
    await vi.waitFor(async () => {
      expect((await fetchJob(`Bearer ${SECRET}`, env)).body).toMatchObject({ done: true, days: 0 });
      expect(await events()).toBe(0);
    });
    expect(await conversation()).toEqual(before);
  }, 60_000);
});
