import { describe, expect, it } from "vitest";
import type { Memo } from "../../workflow/types";
import {
  aChange,
  aMessage,
  aRef,
  aResult,
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

const DONE: Memo = { status: "done", value: { rows: [1, 2] } };

export function describeWrites(subject: Subject): void {
  describe("writes of a running segment", () => {
    it("a write stores events, messages, memos and the cursor together", async () => {
      const ref = aRef();
      const run = await start(subject.store, ref);
      const events = numbered(run, 1, deltas("a", "b"));
      const cursor = { ...run.cursor, event: { type: "infer" } as const };
      const write = aWrite(run, {
        events,
        records: [aMessage(run, 1)],
        lastRecord: 1,
        memos: { "call:1": { status: "started" }, "call:2": DONE },
        commit: { cursor, step: 3, committedEvent: 1 },
      });
      expect(await subject.store.write(run, write)).toEqual({ kind: "written", stopRequested: false });
      const seen = await subject.store.read(ref, { latest: true });
      expect(seen.run).toMatchObject({
        status: "running",
        step: 3,
        lastEvent: 2,
        committedEvent: 1,
        lastRecord: 1,
        cursor,
      });
      expect(seen.records).toEqual(write.records);
      expect(seen.memos).toEqual(write.memos);
      expect((await subject.store.readLog(ref, 0, 10)).events).toEqual(events);
    });

    it("a write without a commit leaves cursor, step and committed event alone", async () => {
      const ref = aRef();
      const run = aRun(ref, { step: 2, lastEvent: 4, committedEvent: 3 });
      await start(subject.store, ref, run);
      await subject.store.write(run, aWrite(run, { events: numbered(run, 5, deltas("x")) }));
      const seen = (await subject.store.read(ref, {})).run;
      expect(seen).toMatchObject({ step: 2, lastEvent: 5, committedEvent: 3, cursor: run.cursor });
    });

    it("silence is measured by the database, and an empty write ends it", async () => {
      const ref = aRef();
      const run = await start(subject.store, ref);
      const silence = async () => ((await subject.store.read(ref, {})).run as Running).silentSeconds;
      await subject.age(run.runId, 90);
      expect(await silence()).toBeGreaterThan(89);
      expect(await subject.store.write(run, aWrite(run))).toEqual({ kind: "written", stopRequested: false });
      expect(await silence()).toBeLessThan(60);
    });

    it("a write of an earlier attempt is lost and leaves nothing", async () => {
      const ref = aRef();
      const run = await start(subject.store, ref);
      await change(subject.store, ref, { ...(run as Running), attempt: 2 });
      await subject.age(run.runId, 90);
      const write = aWrite(run, {
        events: numbered(run, 1, deltas("late")),
        records: [aMessage(run, 1)],
        memos: { "call:1": DONE },
        commit: { cursor: run.cursor, step: 9, committedEvent: 1 },
      });
      expect(await subject.store.write(run, write)).toEqual({ kind: "lost" });
      const seen = await subject.store.read(ref, { latest: true });
      expect(seen).toMatchObject({ records: [], memos: {}, run: { step: 0, lastEvent: 0, attempt: 2 } });
      expect((seen.run as Running).silentSeconds).toBeGreaterThan(80);
      expect((await subject.store.readLog(ref, 0, 10)).events).toEqual([]);
    });

    it("a run that is not running takes no writes", async () => {
      const ref = aRef();
      const run = aRun(ref);
      await start(subject.store, ref, run);
      for (const state of [suspended(run, aWait(["call_1"])), ended(run, "failed"), ended(run, "cancelled")]) {
        await change(subject.store, ref, state);
        expect(await subject.store.write(run, aWrite(run))).toEqual({ kind: "lost" });
        expect((await subject.store.read(ref, {})).run?.status).toBe(state.status);
      }
    });

    it("a write to a run that never was is lost", async () => {
      const run = aRun(aRef());
      expect(await subject.store.write(run, aWrite(run))).toEqual({ kind: "lost" });
    });

    it("a write that is repeated because its answer was lost changes nothing more", async () => {
      const ref = aRef();
      const run = await start(subject.store, ref);
      const write = aWrite(run, {
        events: numbered(run, 1, deltas("once")),
        records: [aMessage(run, 1)],
        lastRecord: 1,
        memos: { "call:1": DONE },
      });
      await subject.store.write(run, write);
      expect(await subject.store.write(run, write)).toEqual({ kind: "written", stopRequested: false });
      expect((await subject.store.readLog(ref, 0, 10)).events).toEqual(write.events);
      expect((await subject.store.read(ref, { latest: true })).records).toEqual(write.records);
    });

    it("a repeated settlement is recognised as the segment's own, another's is not", async () => {
      const ref = aRef();
      const run = await start(subject.store, ref);
      const write = aWrite(run, {
        events: numbered(run, 1, [{ type: "run-completed" }]),
        commit: {
          cursor: run.cursor,
          step: 1,
          committedEvent: 1,
          settlement: { status: "completed", retained: false },
        },
      });
      await subject.store.write(run, write);
      expect(await subject.store.write(run, write)).toEqual({ kind: "written", stopRequested: false });
      const stranger = { ...write, lastEvent: 7 };
      expect(await subject.store.write(run, stranger)).toEqual({ kind: "lost" });
    });

    it("a segment settles as suspended, completed or failed", async () => {
      const interrupt = aWait(["call_1"], { dueAt: "2030-01-01T00:00:00.000Z" });
      const error = { code: "internal", message: "The model failed." };
      for (const [settlement, expected] of [
        [{ status: "suspended", interrupt } as const, { status: "suspended", interrupt }],
        [{ status: "completed", retained: true } as const, { status: "completed", retained: true }],
        [{ status: "completed", retained: false } as const, { status: "completed", retained: false }],
        [{ status: "failed", error } as const, { status: "failed", error }],
      ] as const) {
        const ref = aRef();
        const run = await start(subject.store, ref);
        await subject.store.write(
          run,
          aWrite(run, { commit: { cursor: run.cursor, step: 1, committedEvent: 0, settlement } }),
        );
        const seen = (await subject.store.read(ref, {})).run;
        expect(seen).toMatchObject(expected);
        if (settlement.status !== "suspended") expect(seen).toHaveProperty("endedAt", expect.stringMatching(/Z$/));
      }
    });

    it("a retained completion can be acknowledged", async () => {
      const ref = aRef();
      const run = aRun(ref);
      const completed = ended(run, "completed");
      await start(subject.store, ref, run);
      await change(subject.store, ref, { ...completed, retained: true } as typeof completed);
      await change(subject.store, ref, completed);
      expect((await subject.store.read(ref, {})).run).toMatchObject({ status: "completed", retained: false });
    });

    it("memos outlive a suspension and a failure, and go with a completion or cancellation", async () => {
      const interrupt = aWait(["call_1"]);
      const memosAfter = async (settle: (run: Running, ref: ReturnType<typeof aRef>) => Promise<unknown>) => {
        const ref = aRef();
        const run = aRun(ref);
        await start(subject.store, ref, run);
        await subject.store.write(run, aWrite(run, { memos: { "call:1": { status: "started" } } }));
        await subject.store.write(run, aWrite(run, { memos: { "call:1": DONE } }));
        await settle(run, ref);
        return (await subject.store.read(ref, { latest: true })).memos;
      };
      const settling = (settlement: Parameters<typeof commit>[1]) => (run: Running) =>
        subject.store.write(run, aWrite(run, { memos: { "call:2": DONE }, ...commit(run, settlement) }));
      expect(await memosAfter(settling({ status: "suspended", interrupt }))).toEqual({
        "call:1": DONE,
        "call:2": DONE,
      });
      expect(await memosAfter(settling({ status: "failed", error: { code: "internal", message: "" } }))).toEqual({
        "call:1": DONE,
        "call:2": DONE,
      });
      expect(await memosAfter(settling({ status: "completed", retained: false }))).toEqual({});
      expect(await memosAfter((run, ref) => change(subject.store, ref, ended(run, "cancelled")))).toEqual({});
    });

    it("a failed run's memos go when another run follows", async () => {
      const ref = aRef();
      const run = aRun(ref);
      await start(subject.store, ref, run);
      await subject.store.write(run, aWrite(run, { memos: { "call:1": DONE } }));
      await change(subject.store, ref, ended(run, "failed"));
      expect(await subject.rowsOf(ref, run.runId)).toBe(3);
      await start(subject.store, ref, aRun(ref, { key: "question-2" }));
      expect(await subject.rowsOf(ref, run.runId)).toBe(2);
    });

    it("a stop is asked for once the run is running, and its next write says so", async () => {
      const ref = aRef();
      const run = aRun(ref);
      expect(await subject.store.requestStop(ref, run.runId)).toBe(false);
      await start(subject.store, ref, run);
      expect(await subject.store.requestStop(ref, "run_unknown")).toBe(false);
      expect(await subject.store.requestStop(ref, run.runId)).toBe(true);
      expect((await subject.store.read(ref, {})).run).toMatchObject({ stopRequested: true });
      expect(await subject.store.write(run, aWrite(run))).toEqual({ kind: "written", stopRequested: true });
      await change(subject.store, ref, suspended(run, aWait(["call_1"])));
      expect(await subject.store.requestStop(ref, run.runId)).toBe(false);
      await change(subject.store, ref, { ...run, attempt: 2 });
      expect((await subject.store.read(ref, {})).run).toMatchObject({ stopRequested: false, attempt: 2 });
    });

    it("a call has one result", async () => {
      const ref = aRef();
      const run = await start(subject.store, ref);
      await subject.store.write(run, aWrite(run, { records: [aResult(run, 1, "call_1", "first")] }));
      const second = { ...aResult(run, 2, "call_1", "second"), id: "another id" };
      await expect(subject.store.write(run, aWrite(run, { records: [second] }))).rejects.toThrow();
      expect(await subject.store.outcomes(ref, ["call_1"])).toEqual({ call_1: { type: "result", value: "first" } });
    });

    it("of several versions of one message in a write the last one counts", async () => {
      const ref = aRef();
      const run = await start(subject.store, ref);
      const last = aMessage(run, 1, { blocks: [{ type: "text", text: "last" }] });
      await subject.store.write(run, aWrite(run, { records: [aMessage(run, 1), last] }));
      expect((await subject.store.loadAll(ref)).messages).toEqual([last]);
    });

    it("a write and a heartbeat are one statement without a transaction; so are a turn's start and an answer, after reading", async () => {
      const { database, store } = subject;
      const cost = async (work: () => Promise<unknown>) => {
        const before = { ...database.stats };
        await work();
        const { statements, transactions } = database.stats;
        return [statements - before.statements, transactions - before.transactions];
      };
      const ref = aRef();
      const run = aRun(ref);
      const records = [aMessage(run, 1, { role: "user" })];
      const events = numbered(run, 1, deltas("a"));
      expect(await cost(() => start(store, ref, run, { records, events }))).toEqual([2, 0]);
      expect(await cost(() => store.write(run, aWrite(run)))).toEqual([1, 0]);
      expect(
        await cost(() =>
          store.write(
            run,
            aWrite(run, {
              events: numbered(run, 2, deltas("a")),
              records: [aMessage(run, 2)],
              memos: { "call:1": DONE },
              ...commit(run, { status: "suspended", interrupt: aWait(["call_1"]) }),
            }),
          ),
        ),
      ).toEqual([1, 0]);
      expect(await cost(() => change(store, ref, { ...run, attempt: 2 }))).toEqual([2, 0]);
      expect(await cost(() => store.read(ref, { key: "question-1", latest: true, context: 50 }))).toEqual([1, 0]);
      expect(await cost(() => store.readLog(ref, 0, 500))).toEqual([1, 0]);
      expect(await cost(() => store.transact(ref, {}, () => ({ result: 1, changes: [] })))).toEqual([1, 0]);
      // read, begin, guard, supersede, change, commit
      const recovered = aChange({ ...run, attempt: 3 }, { supersedeRunIds: [run.runId] });
      expect(await cost(() => store.transact(ref, {}, () => ({ result: 1, changes: [recovered] })))).toEqual([6, 1]);
    });
  });
}

function commit(run: Running, settlement: NonNullable<NonNullable<ReturnType<typeof aWrite>["commit"]>["settlement"]>) {
  return { commit: { cursor: run.cursor, step: 1, committedEvent: 0, settlement } };
}
