import { describe, expect, it } from "vitest";
import type { NumberedAgentEvent } from "../../agent/events";
import { aRef, aRun, aWrite, change, deltas, ended, numbered, type Running, start } from "./fixtures";
import type { Subject } from "./subject";

const numbers = (events: NumberedAgentEvent[]) => events.map((event) => event.number);
const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);

export function describeLog(subject: Subject): void {
  /** A run whose log holds the events 1…`count`, one per write. */
  async function written(ref: ReturnType<typeof aRef>, count: number): Promise<Running> {
    const run = aRun(ref);
    await start(subject.store, ref, run);
    for (const number of range(1, count)) {
      await subject.store.write(run, aWrite(run, { events: numbered(run, number, deltas(`${number}`)) }));
    }
    return run;
  }

  describe("the run log", () => {
    it("a page holds the events after a number, at most as many as were asked for, however they were written", async () => {
      const ref = aRef();
      const run = aRun(ref);
      await start(subject.store, ref, run);
      await subject.store.write(run, aWrite(run, { events: numbered(run, 1, deltas("1", "2", "3")) }));
      await subject.store.write(run, aWrite(run, { events: numbered(run, 4, deltas("4", "5")) }));
      const page = async (after: number, limit: number) =>
        numbers((await subject.store.readLog(ref, after, limit)).events);
      expect(await page(0, 10)).toEqual([1, 2, 3, 4, 5]);
      expect(await page(1, 3)).toEqual([2, 3, 4]);
      expect(await page(2, 1)).toEqual([3]);
      expect(await page(5, 10)).toEqual([]);
    });

    it("a page is full as long as there is more, over hundreds of writes", async () => {
      const ref = aRef();
      await written(ref, 300);
      const page = await subject.store.readLog(ref, 10, 280);
      expect(numbers(page.events)).toEqual(range(11, 290));
      expect(numbers((await subject.store.readLog(ref, 290, 280)).events)).toEqual(range(291, 300));
    });

    it("a page comes with the thread's latest run", async () => {
      const ref = aRef();
      expect(await subject.store.readLog(ref, 0, 10)).toEqual({ events: [], run: null });
      const run = await written(ref, 1);
      expect((await subject.store.readLog(ref, 0, 10)).run).toMatchObject({ runId: run.runId, status: "running" });
    });

    it("gaps between numbers and changes of step within a write are kept", async () => {
      const ref = aRef();
      const run = await start(subject.store, ref);
      const events = [
        ...numbered(run, 3, deltas("a", "b"), 1),
        ...numbered(run, 9, deltas("c"), 1),
        ...numbered(run, 10, deltas("d"), 2),
      ];
      await subject.store.write(run, aWrite(run, { events }));
      expect((await subject.store.readLog(ref, 0, 10)).events).toEqual(events);
      expect((await subject.store.readLog(ref, 4, 10)).events).toEqual(events.slice(2));
    });

    it("times of events are kept, and an event without one has none", async () => {
      const ref = aRef();
      const run = aRun(ref);
      await start(subject.store, ref, run);
      const [first, second, third] = numbered(run, 3, deltas("a", "b", "c"), 1);
      const events = [{ ...first!, at: 1_790_000_000_123 }, second!, { ...third!, at: 1_790_000_000_456 }];
      await subject.store.write(run, aWrite(run, { events }));
      expect((await subject.store.readLog(ref, 0, 10)).events).toEqual(events);
      await change(subject.store, ref, ended({ ...run, lastEvent: 5 }, "completed"));
      await subject.store.compact(run, (all) => all.slice(1));
      expect((await subject.store.readLog(ref, 0, 10)).events).toEqual(events.slice(1));
    });

    it("the log of a finished run is shortened into one row and keeps its numbers", async () => {
      const ref = aRef();
      const run = await written(ref, 6);
      const rows = async () => await subject.rowsOf(ref, run.runId);
      expect(await rows()).toBe(2 + 6);
      await change(subject.store, ref, ended({ ...run, lastEvent: 6 }, "completed"));
      const kept = (events: NumberedAgentEvent[]) => events.filter((event) => event.number % 2 === 0);
      await subject.store.compact(run, kept);
      expect(await rows()).toBe(2 + 1);
      expect(numbers((await subject.store.readLog(ref, 0, 10)).events)).toEqual([2, 4, 6]);
      expect(numbers((await subject.store.readLog(ref, 3, 10)).events)).toEqual([4, 6]);
      await subject.store.compact(run, kept);
      expect(numbers((await subject.store.readLog(ref, 0, 10)).events)).toEqual([2, 4, 6]);
    });

    it("shortening leaves the other runs of the thread alone", async () => {
      const ref = aRef();
      const first = await written(ref, 2);
      await change(subject.store, ref, ended({ ...first, lastEvent: 2 }, "completed"));
      const second = aRun(ref, { key: "question-2", firstEvent: 2, lastEvent: 3 });
      await start(subject.store, ref, second, { events: numbered(second, 3, deltas("3")) });
      await subject.store.compact(first, (events) => events.slice(0, 1));
      expect(numbers((await subject.store.readLog(ref, 0, 10)).events)).toEqual([1, 3]);
    });

    it("the log of a run that goes on is not shortened", async () => {
      const ref = aRef();
      const run = await written(ref, 3);
      await subject.store.compact(run, () => []);
      expect(numbers((await subject.store.readLog(ref, 0, 10)).events)).toEqual([1, 2, 3]);
    });

    it("a log may be shortened to nothing", async () => {
      const ref = aRef();
      const run = await written(ref, 3);
      await change(subject.store, ref, ended({ ...run, lastEvent: 3 }, "cancelled"));
      await subject.store.compact(run, () => []);
      expect((await subject.store.readLog(ref, 0, 10)).events).toEqual([]);
    });

    it("shortening twice at once keeps one copy", async () => {
      const ref = aRef();
      const run = await written(ref, 6);
      await change(subject.store, ref, ended({ ...run, lastEvent: 6 }, "completed"));
      const last = (events: NumberedAgentEvent[]) => events.slice(-2);
      await Promise.all(range(1, 4).map(() => subject.store.compact(run, last)));
      expect(numbers((await subject.store.readLog(ref, 0, 10)).events)).toEqual([5, 6]);
    });

    it("shortening gives way to a recovery in between", async () => {
      const ref = aRef();
      const run = await written(ref, 4);
      await change(subject.store, ref, ended({ ...run, lastEvent: 4 }, "failed"));
      const recovered = { ...run, attempt: 2, lastEvent: 4 };
      let recovery = Promise.resolve();
      await subject.store.compact(run, (events) => {
        recovery = change(subject.store, ref, recovered, { discardAfter: 2 });
        return events.slice(-1);
      });
      await recovery;
      const seen = numbers((await subject.store.readLog(ref, 0, 10)).events);
      // Whoever came first: what was discarded does not come back, and nothing is there twice.
      expect([[1, 2], []]).toContainEqual(seen);
    });
  });
}
