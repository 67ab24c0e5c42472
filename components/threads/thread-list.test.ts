import { describe, expect, it } from "vitest";
import type { ThreadRow } from "@/lib/protocols/native/responses.schema";
import { RequestError } from "../thread-api/failure";
import { badgeOf } from "./thread-badge";
import { threadIdOf, threadPageOf } from "./thread-links";
import { createThreadList } from "./thread-list";

const row = (threadId: string, more: Partial<ThreadRow> = {}): ThreadRow => ({
  threadId,
  title: `About ${threadId}`,
  status: "completed",
  dead: false,
  waiting: 0,
  updatedAt: "2026-01-01T00:00:00.000Z",
  ...more,
});

/** A list in front of a server that answers each request when the test says so. */
function setUp(kept: ThreadRow[] | null = null) {
  const requests: { method: string; path: string; body: unknown; answer(status: number, body: unknown): void }[] = [];
  const saved: ThreadRow[][] = [];
  const list = createThreadList({
    fetch: (input, init) =>
      new Promise<Response>((resolve) => {
        requests.push({
          method: init?.method ?? "GET",
          path: String(input),
          body: init?.body ? JSON.parse(String(init.body)) : undefined,
          answer: (status, body) => resolve(Response.json(body, { status })),
        });
      }),
    copy: { load: () => kept, save: (_id, threads) => void saved.push(threads), clear: () => undefined },
  });
  return { list, requests, saved };
}

describe("the list of threads", () => {
  it("paints what the tab kept, then what the server says", async () => {
    const { list, requests, saved } = setUp([row("kept")]);
    expect(list.get()).toMatchObject({ threads: [row("kept")], failed: false });
    const refreshed = list.refresh();
    requests[0]?.answer(200, { threads: [row("fresh", { status: "running" })] });
    await refreshed;
    expect(list.get().threads).toEqual([row("fresh", { status: "running" })]);
    expect(saved.at(-1)).toEqual([row("fresh", { status: "running" })]);
  });

  it("keeps the later question's answer, in whatever order they arrive", async () => {
    const { list, requests } = setUp();
    const both = [list.refresh(), list.refresh()];
    requests[1]?.answer(200, { threads: [row("later")] });
    requests[0]?.answer(200, { threads: [row("earlier")] });
    await Promise.all(both);
    expect(list.get().threads).toEqual([row("later")]);
  });

  it("goes on showing what it has when the server fails, and says so until it answers", async () => {
    const { list, requests } = setUp([row("kept")]);
    const failed = list.refresh();
    requests[0]?.answer(503, {});
    await failed;
    expect(list.get()).toMatchObject({ threads: [row("kept")], failed: true });
    const again = list.refresh();
    requests[1]?.answer(200, { threads: [] });
    await again;
    expect(list.get()).toMatchObject({ threads: [], failed: false });
  });

  it("takes an answer that is no list for a failure", async () => {
    const { list, requests } = setUp();
    const refreshed = list.refresh();
    requests[0]?.answer(200, { rows: [] });
    await refreshed;
    expect(list.get()).toMatchObject({ threads: null, failed: true });
  });

  it("renames in its place, and an older list does not undo it", async () => {
    const { list, requests } = setUp([row("a"), row("b/c")]);
    const refreshed = list.refresh();
    const renamed = list.rename("b/c", "Better");
    expect(requests[1]).toMatchObject({ method: "PATCH", path: "/api/threads/b%2Fc", body: { title: "Better" } });
    requests[1]?.answer(200, {});
    await renamed;
    requests[0]?.answer(200, { threads: [row("a"), row("b/c")] });
    await refreshed;
    expect(list.get().threads).toEqual([row("a"), row("b/c", { title: "Better" })]);
  });

  it("asks for the most recently active ones, and for older ones when it is told to", async () => {
    const { list, requests } = setUp();
    const first = list.refresh();
    expect(requests[0]?.path).toBe("/api/threads?limit=100");
    requests[0]?.answer(200, { threads: [row("a")], more: true });
    await first;
    expect(list.get().more).toBe(true);
    const second = list.showMore();
    expect(requests[1]?.path).toBe("/api/threads?limit=200");
    requests[1]?.answer(200, { threads: [row("a"), row("old")] });
    await second;
    expect(list.get()).toMatchObject({ threads: [row("a"), row("old")], more: false });
  });

  it("has the server search what it does not hold, and keeps the answer to the last text", async () => {
    const { list, requests } = setUp();
    await list.search("x");
    expect(requests).toEqual([]);
    const refreshed = list.refresh();
    requests[0]?.answer(200, { threads: [row("a")], more: true });
    await refreshed;
    const both = [list.search("ol"), list.search("old & b")];
    expect(requests[2]?.path).toBe("/api/threads?limit=100&search=old+%26+b");
    requests[2]?.answer(200, { threads: [row("old")] });
    requests[1]?.answer(200, { threads: [row("other")] });
    await Promise.all(both);
    expect(list.get().found).toEqual({ text: "old & b", threads: [row("old")] });
    const renamed = list.rename("old", "Better");
    requests[3]?.answer(200, {});
    await renamed;
    expect(list.get().found?.threads).toEqual([row("old", { title: "Better" })]);
  });

  it("removes a thread only when the server has", async () => {
    const { list, requests } = setUp([row("a"), row("b")]);
    const refused = list.remove("a");
    requests[0]?.answer(409, { error: { code: "run-in-flight", message: "busy" } });
    await expect(refused).rejects.toBeInstanceOf(RequestError);
    expect(list.get().threads).toHaveLength(2);
    const removed = list.remove("a");
    requests[1]?.answer(200, { deleted: true });
    await removed;
    expect(list.get().threads).toEqual([row("b")]);
  });
});

it("a badge says what a person should know, and nothing where all is well", () => {
  const text = (status: ThreadRow["status"], waiting = 0, dead = false) =>
    badgeOf({ status, dead, waiting })?.text ?? null;
  expect(text("running")).toBe("Running");
  expect(text("suspended", 2)).toBe("Waiting for you");
  // It waits for an event or a timer, not for a person.
  expect(text("suspended", 0)).toBeNull();
  expect(text("failed")).toBe("Failed");
  expect(text("running", 0, true)).toBe("Broke off");
  expect(text("completed")).toBeNull();
  expect(text(null)).toBeNull();
});

it("another thread opens in the client that is open", () => {
  expect(threadPageOf("/agui/thread_1")).toBe("agui"); // only with agui
  expect(threadPageOf("/inspector/thread_1")).toBe("inspector");
  expect(threadPageOf("/")).toBe("chat"); // only with ai-sdk
  expect(threadPageOf("/inbox")).toBe("chat"); // only with ai-sdk
  expect(threadIdOf("/inspector/a%3Ab")).toBe("a:b");
  expect(threadIdOf("/inspector")).toBeNull();
  expect(threadIdOf("/inbox/x")).toBeNull();
  expect(threadIdOf("/inspector/%E0%A4")).toBeNull();
});
