import { describe, expect, it } from "vitest";
import type { AgentRun } from "../../agent/events";
import { aCall, aMessage, aRef, aResult, aRun, aWrite, change, deltas, ended, numbered, start } from "./fixtures";
import type { Subject } from "./subject";

export function describeHistory(subject: Subject): void {
  describe("what a decision sees and replaces", () => {
    it("the newest run of a key is found among many, and ids that are taken are named", async () => {
      const ref = aRef();
      const runs: AgentRun[] = [];
      for (const key of ["a", "b", "a", "c"]) {
        const run = aRun(ref, { key, lastRecord: runs.length + 1 });
        runs.push(run);
        await start(subject.store, ref, run, { records: [aMessage(run, runs.length)] });
        await change(subject.store, ref, ended(run, "completed"));
      }
      const seen = await subject.store.read(ref, { key: "a", ids: ["message-2", "message-9", "\0"] });
      expect(seen.keyed?.runId).toBe(runs[2]?.runId);
      expect(seen.run?.runId).toBe(runs[3]?.runId);
      expect(seen.taken).toEqual(["message-2"]);
      expect((await subject.store.read(ref, { key: "z" })).keyed).toBeNull();
    });

    it("the latest run's records come with the question it answers, though another run asked it", async () => {
      const ref = aRef();
      const first = aRun(ref, { lastRecord: 2 });
      const question = aMessage(first, 1, { id: "question-1", role: "user" });
      await start(subject.store, ref, first, { records: [question, aMessage(first, 2)] });
      await change(subject.store, ref, ended(first, "completed"));
      // What closes the turn before it may be numbered below the new run's own first record.
      const second = aRun(ref, { lastRecord: 4 });
      await start(subject.store, ref, second, { supersedeRunIds: [first.runId] });
      await subject.store.write(second, aWrite(second, { records: [aMessage(second, 3), aMessage(second, 4)] }));
      const { records } = await subject.store.read(ref, { latest: true });
      expect(records.map((record) => record.id)).toEqual(["question-1", "message-3", "message-4"]);
    });

    it("the context is the newest messages that the model may see, in order", async () => {
      const ref = aRef();
      const run = aRun(ref, { lastRecord: 6 });
      const records = [
        aMessage(run, 1),
        aMessage(run, 2),
        aMessage(run, 3, { archived: true }),
        aMessage(run, 4, { supersededBy: "run_other" }),
        aMessage(run, 5, { inContext: false }),
        aMessage(run, 6),
      ];
      await start(subject.store, ref, run, { records });
      const context = async (size: number) =>
        (await subject.store.read(ref, { context: size })).context.map((message) => message.seq);
      expect(await context(10)).toEqual([1, 2, 6]);
      expect(await context(2)).toEqual([2, 6]);
    });

    it("a record of a known id replaces the stored one", async () => {
      const ref = aRef();
      const run = aRun(ref, { lastRecord: 1 });
      await start(subject.store, ref, run, { records: [aMessage(run, 1, { inContext: false })] });
      const replaced = aMessage(run, 1, { blocks: [{ type: "text", text: "new" }] });
      await change(subject.store, ref, run, { records: [aMessage(run, 1), replaced] });
      expect((await subject.store.read(ref, { latest: true })).records).toEqual([replaced]);
    });

    it("regenerating replaces a run's answer and keeps its question", async () => {
      const ref = aRef();
      const first = aRun(ref, { lastRecord: 3 });
      const question = aMessage(first, 1, { id: "question-1", role: "user" });
      const records = [question, aCall(first, 2, "call_1"), aResult(first, 3, "call_1", "old")];
      await start(subject.store, ref, first, { records });
      await change(subject.store, ref, ended(first, "completed"));
      const second = aRun(ref, { lastRecord: 4 });
      await start(subject.store, ref, second, { supersedeRunIds: [first.runId] });
      // The same provider may give the same call id again.
      const again = { ...aResult(second, 4, "call_1", "new"), id: "result_call_1_again" };
      await subject.store.write(second, aWrite(second, { records: [again] }));
      const { messages } = await subject.store.loadAll(ref);
      expect(messages.map((message) => message.id)).toEqual(["question-1", "result_call_1_again"]);
      expect(await subject.store.outcomes(ref, ["call_1"])).toEqual({ call_1: { type: "result", value: "new" } });
    });

    it("recovering voids what never came into the history, and cuts the log in the middle of a write", async () => {
      const ref = aRef();
      const run = aRun(ref, { lastEvent: 4, committedEvent: 2, lastRecord: 3 });
      await start(subject.store, ref, run, {
        records: [
          aMessage(run, 1, { id: "question-1", role: "user", inContext: false }),
          aMessage(run, 2),
          aMessage(run, 3, { inContext: false }),
        ],
      });
      const written = [...numbered(run, 1, deltas("1", "2"), 1), ...numbered(run, 3, deltas("3"), 2)];
      await subject.store.write(run, aWrite(run, { events: written, lastRecord: 3 }));
      await subject.store.write(run, aWrite(run, { events: numbered(run, 4, deltas("4"), 2), lastRecord: 3 }));
      await change(
        subject.store,
        ref,
        { ...run, attempt: 2, lastEvent: 5 },
        {
          discardAfter: 2,
          supersedeRunIds: [run.runId],
          events: numbered(run, 5, [{ type: "step-discarded", from: 3, to: 4 }]),
        },
      );
      const { events } = await subject.store.readLog(ref, 0, 10);
      expect(events).toEqual([
        ...written.slice(0, 2),
        ...numbered(run, 5, [{ type: "step-discarded", from: 3, to: 4 }]),
      ]);
      const { messages } = await subject.store.loadAll(ref);
      expect(messages.map((message) => message.seq)).toEqual([1, 2]);
    });
  });
}
