import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { AgentStore } from "../../agent/store";
import { AppError } from "../../errors";
import type { ThreadRef } from "../../workflow/types";
import { isLive } from "../../workflow/types";
import {
  aChange,
  aMessage,
  aRef,
  aRun,
  aWait,
  aWrite,
  change,
  deltas,
  ended,
  numbered,
  type Running,
  start,
  suspended,
} from "./fixtures";
import type { Subject } from "./subject";

const EVERYTHING = { key: "question-1", ids: ["message-1"], latest: true, context: 10 };

/** A first message as an application would decide it. */
function ask(store: AgentStore, ref: ThreadRef, run: Running): Promise<string> {
  return store.transact(ref, {}, (snapshot) => {
    if (isLive(snapshot.run)) throw new AppError("run-in-flight", "Busy.");
    return { result: run.runId, changes: [aChange(run, { insert: true })], title: run.runId };
  });
}

const codeOf = (error: unknown) => (error instanceof AppError ? error.code : error);

export function describeDecisions(subject: Subject): void {
  describe("decisions", () => {
    it("a thread that nobody has written to is empty", async () => {
      const empty = { thread: null, run: null, keyed: null, taken: [], records: [], memos: {}, context: [] };
      expect(await subject.store.read(aRef(), EVERYTHING)).toEqual(empty);
      expect(await subject.store.transact(aRef(), EVERYTHING, (seen) => ({ result: seen, changes: [] }))).toEqual(
        empty,
      );
    });

    it("a decision that changes nothing creates no thread", async () => {
      const ref = aRef();
      await subject.store.transact(ref, {}, () => ({ result: null, changes: [], title: "Nothing" }));
      expect((await subject.store.read(ref, {})).thread).toBeNull();
    });

    it("the first decision creates the thread, its run, its log and its messages", async () => {
      const ref = aRef();
      const run = aRun(ref, { lastEvent: 2, lastRecord: 1 });
      const question = aMessage(run, 1, { id: "question-1", role: "user", inContext: false });
      const events = numbered(run, 1, deltas("a", "b"), 0);
      await start(subject.store, ref, run, { events, records: [question] });
      const seen = await subject.store.read(ref, EVERYTHING);
      expect(seen.thread).toEqual({ threadId: ref.threadId, title: "A title" });
      expect(seen.run).toEqual({
        ...run,
        startedAt: expect.any(String),
        heartbeatAt: expect.any(String),
        silentSeconds: expect.any(Number),
      });
      expect(seen.keyed?.runId).toBe(run.runId);
      expect(seen.records).toEqual([question]);
      expect(seen.context).toEqual([]);
      expect((await subject.store.readLog(ref, 0, 10)).events).toEqual(events);
    });

    it("times of a run are those of the database", async () => {
      const ref = aRef();
      const run = aRun(ref, { startedAt: "1999-01-01T00:00:00.000Z", heartbeatAt: "1999-01-01T00:00:00.000Z" });
      await start(subject.store, ref, run);
      const running = (await subject.store.read(ref, {})).run as Running;
      for (const time of [running.startedAt, running.heartbeatAt]) {
        expect(Math.abs(Date.now() - Date.parse(time))).toBeLessThan(60_000);
      }
      await change(subject.store, ref, ended(run, "cancelled"));
      const { run: done } = await subject.store.read(ref, {});
      expect(done).toMatchObject({ status: "cancelled" });
      expect(Math.abs(Date.now() - Date.parse((done as { endedAt: string }).endedAt))).toBeLessThan(60_000);
    });

    it("a refusal stores nothing and reaches the caller unchanged", async () => {
      const ref = aRef();
      const refusal = new AppError("conflict", "Different outcome.");
      const refused = subject.store.transact(ref, {}, () => {
        throw refusal;
      });
      await expect(refused).rejects.toBe(refusal);
      expect((await subject.store.read(ref, {})).thread).toBeNull();
    });

    it("of many first messages at once on a new thread exactly one starts a run", async () => {
      const ref = aRef();
      const runs = Array.from({ length: 16 }, () => aRun(ref));
      const results = await Promise.allSettled(runs.map((run) => ask(subject.store, ref, run)));
      const started = results.filter((result) => result.status === "fulfilled");
      const refused = results.filter((result) => result.status === "rejected");
      expect(started).toHaveLength(1);
      expect(refused.map((result) => codeOf(result.reason))).toEqual(Array(15).fill("run-in-flight"));
      const seen = await subject.store.read(ref, {});
      expect(seen.run?.runId).toBe(started[0]?.value);
      expect(seen.thread?.title).toBe(started[0]?.value);
    });

    it("of many next messages at once exactly one starts a run, the others learn that it is in flight", async () => {
      const ref = aRef();
      const first = aRun(ref);
      await start(subject.store, ref, first);
      await change(subject.store, ref, ended(first, "completed"));
      const runs = Array.from({ length: 12 }, () => aRun(ref));
      const results = await Promise.allSettled(runs.map((run) => ask(subject.store, ref, run)));
      expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
      const reasons = results.flatMap((result) => (result.status === "rejected" ? [codeOf(result.reason)] : []));
      expect(reasons).toEqual(Array(11).fill("run-in-flight"));
    });

    it("of many first messages by different people on one new thread one person wins, the thread is unknown to the rest", async () => {
      const { threadId } = aRef();
      const refs = Array.from({ length: 8 }, (_, index) => ({ threadId, ownerId: `person-${index}` }));
      const results = await Promise.allSettled(refs.map((ref) => ask(subject.store, ref, aRun(ref))));
      expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
      const reasons = results.flatMap((result) => (result.status === "rejected" ? [codeOf(result.reason)] : []));
      expect(reasons).toEqual(Array(7).fill("not-found"));
    });

    it("of many partial answers at once all are kept and exactly one claims the run", async () => {
      const ref = aRef();
      const callIds = Array.from({ length: 12 }, (_, index) => `call_${index}`);
      const run = aRun(ref);
      await start(subject.store, ref, run);
      await change(subject.store, ref, suspended(run, aWait(callIds)));
      const claims = await Promise.all(
        callIds.map((callId) =>
          subject.store.transact(ref, {}, ({ run: seen }) => {
            if (seen?.status !== "suspended") throw new Error("claimed too early");
            const answers = { ...seen.interrupt.answers, [callId]: { type: "event", payload: callId } as const };
            const interrupt = { ...seen.interrupt, answers };
            if (Object.keys(answers).length < callIds.length) {
              return { result: false, changes: [aChange({ ...seen, interrupt })] };
            }
            const cursor = { ...seen.cursor, answered: interrupt };
            return { result: true, changes: [aChange({ ...run, attempt: seen.attempt + 1, cursor })] };
          }),
        ),
      );
      expect(claims.filter(Boolean)).toHaveLength(1);
      const { run: claimed } = await subject.store.read(ref, {});
      expect(claimed).toMatchObject({ status: "running", attempt: 2 });
      expect(Object.keys(claimed?.cursor.answered?.answers ?? {}).sort()).toEqual([...callIds].sort());
    });

    it("a thread has one live run, whatever was decided", async () => {
      const ref = aRef();
      const first = await start(subject.store, ref);
      const second = aRun(ref, { lastEvent: 1 });
      const forced = start(subject.store, ref, second, { events: numbered(second, 1, deltas("never")) });
      await expect(forced).rejects.toMatchObject({ code: "stale", status: 409 });
      expect((await subject.store.read(ref, {})).run?.runId).toBe(first.runId);
      expect((await subject.store.readLog(ref, 0, 10)).events).toEqual([]);
    });

    it("one decision ends a run and starts the next", async () => {
      const ref = aRef();
      const first = aRun(ref);
      await start(subject.store, ref, first);
      const second = aRun(ref, { key: "question-2", lastEvent: 2, firstEvent: 1 });
      await subject.store.transact(ref, {}, () => ({
        result: null,
        changes: [
          aChange({ ...ended(first, "cancelled"), lastEvent: 1 }, { events: numbered(first, 1, deltas("end")) }),
          aChange(second, { insert: true, events: numbered(second, 2, deltas("begin")) }),
        ],
      }));
      const seen = await subject.store.read(ref, { key: "question-1" });
      expect(seen.run?.runId).toBe(second.runId);
      expect(seen.keyed).toMatchObject({ runId: first.runId, status: "cancelled" });
      const { events } = await subject.store.readLog(ref, 0, 10);
      expect(events.map((event) => event.runId)).toEqual([first.runId, second.runId]);
    });

    it("changes of one decision are stored all or none", async () => {
      const ref = aRef();
      const first = aRun(ref);
      await start(subject.store, ref, first);
      const decided = subject.store.transact(ref, {}, () => ({
        result: null,
        changes: [aChange({ ...first, step: 7 }), aChange(aRun(ref), { insert: true })],
      }));
      await expect(decided).rejects.toMatchObject({ code: "stale" });
      expect((await subject.store.read(ref, {})).run).toMatchObject({ runId: first.runId, step: 0 });
    });

    it("a decision about a running run takes every write into account", async () => {
      const ref = aRef();
      const run = aRun(ref);
      await start(subject.store, ref, run);
      let last = 0;
      const writing = (async () => {
        for (;;) {
          const events = numbered(run, last + 1, deltas(`${last + 1}`));
          if ((await subject.store.write(run, aWrite(run, { events }))).kind === "lost") return;
          last++;
        }
      })();
      await setTimeout(50);
      const claimed = await subject.store.transact(ref, {}, ({ run: seen }) => {
        const number = (seen?.lastEvent ?? 0) + 1;
        const next = { ...(seen as Running), attempt: 2, lastEvent: number };
        return { result: number, changes: [aChange(next, { events: numbered(run, number, deltas("claim")) })] };
      });
      await writing;
      const { events } = await subject.store.readLog(ref, 0, 10_000);
      expect(events.map((event) => event.number)).toEqual(Array.from({ length: claimed }, (_, index) => index + 1));
      expect(last).toBe(claimed - 1);
    });

    it("a reset leaves nothing, and the id is free for anybody", async () => {
      const ref = aRef();
      const run = aRun(ref, { lastEvent: 1, lastRecord: 1 });
      await start(subject.store, ref, run, { records: [aMessage(run, 1)], events: numbered(run, 1, deltas("x")) });
      await subject.store.write(run, aWrite(run, { memos: { "call:1": { status: "started" } } }));
      await subject.store.transact(ref, {}, () => ({ result: null, changes: [], reset: true }));
      expect(await subject.rowsOf(ref, run.runId)).toBe(0);
      expect(await subject.store.write(run, aWrite(run, { events: numbered(run, 2, deltas("y")) }))).toEqual({
        kind: "lost",
      });
      const other = { ...ref, ownerId: "somebody else" };
      await start(subject.store, other);
      expect((await subject.store.readLog(other, 0, 10)).events).toEqual([]);
      await expect(subject.store.read(ref, {})).rejects.toMatchObject({ code: "not-found" });
    });

    it("a reset during writes leaves nothing either", async () => {
      const ref = aRef();
      const run = aRun(ref);
      await start(subject.store, ref, run);
      let number = 0;
      const write = () => subject.store.write(run, aWrite(run, { events: numbered(run, ++number, deltas("x")) }));
      await Promise.all([
        ...Array.from({ length: 10 }, write),
        subject.store.transact(ref, {}, () => ({ result: null, changes: [], reset: true })),
        ...Array.from({ length: 10 }, write),
      ]);
      expect(await subject.rowsOf(ref, run.runId)).toBe(0);
    });

    it("a thread that does not exist is reset without a trace", async () => {
      const ref = aRef();
      await subject.store.transact(ref, {}, () => ({ result: null, changes: [], reset: true }));
      expect((await subject.store.read(ref, {})).thread).toBeNull();
    });
  });
}
