import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { ThreadQuery } from "../../agent/store";
import type { ThreadRef } from "../../workflow/types";
import {
  aCall,
  aMessage,
  aRef,
  aResult,
  aRun,
  aWait,
  change,
  deltas,
  ended,
  numbered,
  start,
  suspended,
} from "./fixtures";
import type { Subject } from "./subject";

export function describeThreads(subject: Subject): void {
  describe("owners", () => {
    it("somebody else's thread does not exist, whatever is asked of it", async () => {
      const { store } = subject;
      const ref = aRef();
      const run = aRun(ref, { lastEvent: 1, lastRecord: 1 });
      await start(store, ref, run, {
        records: [aResult(run, 1, "call_1", "secret")],
        events: numbered(run, 1, deltas("x")),
      });
      const thief = { ...ref, ownerId: "thief" };
      const decided: unknown[] = [];
      const attempts = {
        transact: () =>
          store.transact(thief, {}, (seen) => {
            decided.push(seen);
            return { result: null, changes: [], reset: true };
          }),
        read: () => store.read(thief, { latest: true }),
        readLog: () => store.readLog(thief, 0, 10),
        requestStop: () => store.requestStop(thief, run.runId),
        loadAll: () => store.loadAll(thief),
        outcomes: () => store.outcomes(thief, ["call_1"]),
        usedCallIds: () => store.usedCallIds(thief, ["call_1"]),
        rename: () => store.rename(thief, "Mine"),
      };
      for (const attempt of Object.values(attempts)) {
        await expect(attempt()).rejects.toMatchObject({ code: "not-found", status: 404 });
      }
      expect(decided).toEqual([]);
      expect(await store.threads("thief")).toEqual({ threads: [], more: false });
      expect(await store.read(ref, {})).toMatchObject({ thread: { title: "A title" }, run: { stopRequested: false } });
    });
  });

  describe("the transcript", () => {
    it("comes in pages, the newest first, each in order", async () => {
      const ref = aRef();
      const run = aRun(ref, { lastRecord: 7 });
      const records = [1, 2, 3, 4, 5, 6, 7].map((seq) => aMessage(run, seq));
      await start(subject.store, ref, run, { records });
      const page = async (options?: { limit?: number; before?: string }) => {
        const { messages, more } = await subject.store.loadAll(ref, options);
        return { seqs: messages.map((message) => message.seq), more };
      };
      expect(await page()).toEqual({ seqs: [1, 2, 3, 4, 5, 6, 7], more: false });
      expect(await page({ limit: 3 })).toEqual({ seqs: [5, 6, 7], more: true });
      expect(await page({ limit: 3, before: "message-5" })).toEqual({ seqs: [2, 3, 4], more: true });
      expect(await page({ limit: 3, before: "message-2" })).toEqual({ seqs: [1], more: false });
      expect(await page({ before: "message-1" })).toEqual({ seqs: [], more: false });
      for (const before of ["message-99", "\0"]) {
        await expect(page({ before })).rejects.toMatchObject({ code: "invalid-input" });
      }
    });

    it("shows questions without an answer and archived messages, not superseded ones", async () => {
      const ref = aRef();
      const run = aRun(ref, { lastRecord: 3 });
      const records = [
        aMessage(run, 1, { role: "user", inContext: false }),
        aMessage(run, 2, { archived: true }),
        aMessage(run, 3, { supersededBy: "run_2" }),
      ];
      await start(subject.store, ref, run, { records });
      expect((await subject.store.loadAll(ref)).messages).toEqual(records.slice(0, 2));
      expect(await subject.store.loadAll(aRef())).toEqual({ messages: [], more: false });
    });

    it("knows the outcomes of calls, those accepted for the next step included", async () => {
      const ref = aRef();
      const run = aRun(ref, { lastRecord: 2 });
      await start(subject.store, ref, run, {
        records: [aResult(run, 1, "call_1", "stored"), aResult(run, 2, "call_9", "not asked")],
      });
      const value = (value: string) => ({ type: "result", value }) as const;
      const answers = { call_2: { type: "outcome", outcome: value("kept") } } as const;
      const outcomes = () => subject.store.outcomes(ref, ["call_1", "call_2", "call_3"]);
      await change(subject.store, ref, suspended(run, aWait(["call_2", "call_3"], { answers })));
      expect(await outcomes()).toEqual({ call_1: value("stored"), call_2: value("kept") });
      const answered = aWait(["call_2"], { answers });
      await change(subject.store, ref, { ...run, attempt: 2, cursor: { ...run.cursor, answered } });
      expect(await outcomes()).toEqual({ call_1: value("stored"), call_2: value("kept") });
      expect(await subject.store.outcomes(aRef(), ["call_1"])).toEqual({});
    });

    it("knows which call ids are used: those with a result, and those of runs that did not complete", async () => {
      const ref = aRef();
      const failed = aRun(ref, { lastRecord: 1 });
      await start(subject.store, ref, failed, { records: [aCall(failed, 1, "call_failed")] });
      await change(subject.store, ref, ended(failed, "failed"));
      const done = aRun(ref, { lastRecord: 3 });
      const records = [aCall(done, 2, "call_done"), aResult(done, 3, "call_done", "x")];
      await start(subject.store, ref, done, { records });
      await change(subject.store, ref, ended(done, "completed"));
      const live = aRun(ref, { lastRecord: 4 });
      await start(subject.store, ref, live, { records: [aCall(live, 4, 'call_"live"')] });
      const ids = ["call_failed", "call_done", 'call_"live"', "call_", "call", "message-1"];
      expect((await subject.store.usedCallIds(ref, ids)).sort()).toEqual(['call_"live"', "call_done", "call_failed"]);
      expect(await subject.store.usedCallIds(aRef(), ids)).toEqual([]);
    });
  });

  describe("the list of threads", () => {
    it("shows the owner's threads with their latest runs, the most recently active first", async () => {
      const ownerId = `owner-${randomUUID()}`;
      const [first, second] = [aRef(ownerId), aRef(ownerId)];
      expect(await subject.store.threads(ownerId)).toEqual({ threads: [], more: false });
      const run = aRun(first);
      await start(subject.store, first, run);
      await start(subject.store, second);
      await start(subject.store, aRef());
      const listed = async () => (await subject.store.threads(ownerId)).threads.map(({ threadId }) => threadId);
      expect(await listed()).toEqual([second.threadId, first.threadId]);
      await change(subject.store, first, ended(run, "completed"));
      expect(await listed()).toEqual([first.threadId, second.threadId]);
      const [thread] = (await subject.store.threads(ownerId)).threads;
      expect(thread).toMatchObject({ title: "A title", run: { runId: run.runId, status: "completed" } });
      expect(Math.abs(Date.now() - Date.parse(thread?.updatedAt ?? ""))).toBeLessThan(60_000);
    });

    it("is cut after the most recently active ones, but for those that are live, and says so", async () => {
      const ownerId = `owner-${randomUUID()}`;
      const refs = [1, 2, 3, 4].map(() => aRef(ownerId));
      const [waits, over, , newest] = refs as [ThreadRef, ThreadRef, ThreadRef, ThreadRef];
      for (const [index, ref] of refs.entries()) {
        const run = aRun(ref);
        await start(subject.store, ref, run);
        if (ref !== waits) await change(subject.store, ref, ended(run, "completed"));
        await subject.store.rename(ref, `The ${index % 2 === 0 ? "even" : "ODD"} 100%_one`);
      }
      const list = async (query: ThreadQuery) => {
        const { threads, more } = await subject.store.threads(ownerId, query);
        return { ids: threads.map(({ threadId }) => threadId), more };
      };
      expect(await list({ limit: 1 })).toEqual({ ids: [newest.threadId, waits.threadId], more: true });
      expect(await list({ limit: 4 })).toMatchObject({ more: false });
      expect((await list({ limit: 4 })).ids).toHaveLength(4);
      expect(await list({ search: "odd" })).toEqual({ ids: [newest.threadId, over.threadId], more: false });
      expect(await list({ search: "odd", limit: 1 })).toEqual({ ids: [newest.threadId], more: true });
      expect((await list({ search: "100%_" })).ids).toHaveLength(4);
      expect((await list({ search: "1__" })).ids).toEqual([]);
    });

    it("is only of those that wait, where that is asked", async () => {
      const ownerId = `owner-${randomUUID()}`;
      const [waits, runs] = [aRef(ownerId), aRef(ownerId)];
      const run = aRun(waits);
      await start(subject.store, waits, run);
      await change(subject.store, waits, suspended(run, aWait(["call_1"])));
      await start(subject.store, runs);
      const { threads } = await subject.store.threads(ownerId, { suspended: true });
      expect(threads.map(({ threadId }) => threadId)).toEqual([waits.threadId]);
    });

    it("titles lose what text cannot hold and end after 120 characters", async () => {
      const ref = aRef();
      const title = `  a\0b\ud800c ${"😀".repeat(200)}`;
      await subject.store.transact(ref, {}, () => ({
        result: 1,
        changes: [{ run: aRun(ref), insert: true, events: [], records: [] }],
        title,
      }));
      const shown = (await subject.store.read(ref, {})).thread?.title ?? "";
      expect(shown.startsWith("abc 😀")).toBe(true);
      expect(Array.from(shown).length).toBeLessThanOrEqual(120);
      expect(shown).not.toMatch(/\p{Surrogate}/u);
      await subject.store.rename(ref, "New\0 name");
      expect((await subject.store.read(ref, {})).thread?.title).toBe("New name");
      await expect(subject.store.rename(aRef(), "x")).rejects.toMatchObject({ code: "not-found" });
    });
  });

  describe("settings", () => {
    it("a setting is what the first caller made of it, however many ask at once", async () => {
      const name = `secret-${randomUUID()}`;
      const values = await Promise.all([1, 2, 3, 4].map(() => subject.store.setting(name, randomUUID)));
      expect(new Set(values).size).toBe(1);
      const never = () => {
        throw new Error("made again");
      };
      expect(await subject.store.setting(name, never)).toBe(values[0]);
    });
  });
}
