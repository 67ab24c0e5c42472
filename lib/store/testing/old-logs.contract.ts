import { describe, expect, it } from "vitest";
import {
  aMessage,
  aRef,
  aRun,
  aWait,
  change,
  deltas,
  ended,
  numbered,
  type Running,
  start,
  suspended,
} from "./fixtures";
import type { Subject } from "./subject";

export function describeOldLogs(subject: Subject): void {
  /** A run with one message and one log event, moved to the given state. */
  async function finished(
    status: "completed" | "cancelled" | "failed",
  ): Promise<{ ref: ReturnType<typeof aRef>; run: Running }> {
    const ref = aRef();
    const run = aRun(ref, { lastEvent: 1, lastRecord: 1 });
    await start(subject.store, ref, run, { events: numbered(run, 1, deltas("a")), records: [aMessage(run, 1)] });
    await change(subject.store, ref, ended(run, status));
    return { ref, run };
  }

  async function endEarlier(runId: string, days: number): Promise<void> {
    await subject.database.query({
      name: "test: end earlier",
      text: "update runs set ended_at = coalesce(ended_at, clock_timestamp()) - make_interval(days => $2::int) where id = $1::text",
      values: [runId, days],
    });
  }

  const logOf = async (ref: ReturnType<typeof aRef>) => (await subject.store.readLog(ref, 0, 10)).events.length;

  describe("old logs", () => {
    it.each(["completed", "cancelled", "failed"] as const)(
      "of a %s run go; its messages and the run stay",
      async (status) => {
        const { ref, run } = await finished(status);
        await endEarlier(run.runId, 31);
        expect(await subject.store.deleteOldLogs(30, 100)).toBe(1);
        expect(await logOf(ref)).toBe(0);
        expect((await subject.store.read(ref, {})).run).toMatchObject({ runId: run.runId, status });
        expect((await subject.store.loadAll(ref)).messages).toHaveLength(1);
        expect(await subject.store.deleteOldLogs(30, 100)).toBe(0);
      },
    );

    it("stay while they are younger than asked for", async () => {
      const { ref, run } = await finished("completed");
      await endEarlier(run.runId, 29);
      expect(await subject.store.deleteOldLogs(30, 100)).toBe(0);
      expect(await logOf(ref)).toBe(1);
    });

    it("stay for good while the run is running or waits", async () => {
      const ref = aRef();
      const run = aRun(ref, { lastEvent: 1 });
      await start(subject.store, ref, run, { events: numbered(run, 1, deltas("a")) });
      // A time that no run has before its end: its status alone has to protect it.
      await endEarlier(run.runId, 99);
      expect(await subject.store.deleteOldLogs(30, 100)).toBe(0);
      await change(subject.store, ref, suspended(run, aWait(["call_1"])));
      await endEarlier(run.runId, 99);
      expect(await subject.store.deleteOldLogs(30, 100)).toBe(0);
      expect(await logOf(ref)).toBe(1);
    });

    it("of a thread's older runs go without those of its newer ones", async () => {
      const { ref, run } = await finished("completed");
      const second = aRun(ref, { key: "question-2", firstEvent: 1, lastEvent: 2, lastRecord: 1 });
      await start(subject.store, ref, second, { events: numbered(second, 2, deltas("b")) });
      await change(subject.store, ref, ended(second, "completed"));
      await endEarlier(run.runId, 31);
      expect(await subject.store.deleteOldLogs(30, 100)).toBe(1);
      expect((await subject.store.readLog(ref, 0, 10)).events.map(({ number }) => number)).toEqual([2]);
    });

    it("go in batches, each run once, also when several ask at once", async () => {
      const runs = await Promise.all(Array.from({ length: 5 }, () => finished("completed")));
      await Promise.all(runs.map(({ run }) => endEarlier(run.runId, 31)));
      expect(await subject.store.deleteOldLogs(30, 2)).toBe(2);
      const rest = await Promise.all(Array.from({ length: 4 }, () => subject.store.deleteOldLogs(30, 2)));
      const more = (await subject.store.deleteOldLogs(30, 2)) + (await subject.store.deleteOldLogs(30, 2));
      expect(rest.reduce((sum, count) => sum + count, more)).toBe(3);
      for (const { ref } of runs) expect(await logOf(ref)).toBe(0);
    });
  });
}
