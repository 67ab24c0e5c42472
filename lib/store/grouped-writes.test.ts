import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AgentRun, AgentTypes } from "../agent/events";
import type { AgentStore } from "../agent/store";
import type { SegmentWrite } from "../workflow/store";
import { createAgentStore } from "./agent-store";
import type { Database } from "./database";
import { type TestDatabase, testTargets } from "./testing/databases";
import { aMessage, aRef, aRun, aWrite, change, deltas, numbered, type Running, start } from "./testing/fixtures";

for (const target of await testTargets()) {
  describe(`log writes of several runs on ${target.name}`, () => {
    let created: TestDatabase;
    let database: Database;
    let store: AgentStore;
    beforeAll(async () => {
      created = await target.create();
      database = created.database;
      store = createAgentStore(async () => database);
    });
    afterAll(() => created.drop());

    const begin = (count: number) => Promise.all(Array.from({ length: count }, async () => await startOne()));
    async function startOne() {
      const ref = aRef();
      return { ref, run: await start(store, ref) };
    }
    const says = (run: AgentRun, ...texts: string[]) => aWrite(run, { events: numbered(run, 1, deltas(...texts)) });
    const write = (run: AgentRun, given: SegmentWrite<AgentTypes>) => store.write(run, given);
    /** The statements that `work` takes. */
    async function statements(work: () => Promise<unknown>): Promise<number> {
      const before = database.stats.statements;
      await work();
      return database.stats.statements - before;
    }

    it("are one statement when they are handed in during the same instant, and each finds its own run", async () => {
      const runs = await begin(5);
      const write5 = () => Promise.all(runs.map(({ run }, index) => write(run, says(run, `a${index}`, `b${index}`))));
      expect(await statements(write5)).toBe(1);
      for (const [index, { ref, run }] of runs.entries()) {
        const { events } = await store.readLog(ref, 0, 10);
        expect(events).toEqual(numbered(run, 1, deltas(`a${index}`, `b${index}`)));
        expect((await store.read(ref, {})).run?.lastEvent).toBe(2);
      }
    });

    it("are lost for a run that another attempt holds, and stored for the others", async () => {
      const [mine, lost, other] = await begin(3);
      if (!mine || !lost || !other) throw new Error("three runs");
      await change(store, lost.ref, { ...(lost.run as Running), attempt: 2 });
      const results = await Promise.all([mine, lost, other].map(({ run }) => write(run, says(run, "x"))));
      expect(results.map(({ kind }) => kind)).toEqual(["written", "lost", "written"]);
      expect((await store.readLog(lost.ref, 0, 10)).events).toEqual([]);
      expect((await store.readLog(other.ref, 0, 10)).events).toHaveLength(1);
    });

    it("tell of a stop to the run that shall stop", async () => {
      const runs = await begin(3);
      const asked = runs[1];
      if (asked) await store.requestStop(asked.ref, asked.run.runId);
      const results = await Promise.all(runs.map(({ run }) => write(run, says(run, "x"))));
      expect(results).toEqual([false, true, false].map((stopRequested) => ({ kind: "written", stopRequested })));
    });

    it("commit the step of the run that ends one, and leave the others' alone", async () => {
      const [ends, goesOn] = await begin(2);
      if (!ends || !goesOn) throw new Error("two runs");
      const cursor = { ...aRun(ends.ref).cursor, event: { type: "infer" } as const };
      const commit = { cursor, step: 1, committedEvent: 1 };
      await Promise.all([
        write(ends.run, { ...says(ends.run, "x", "y"), commit }),
        write(goesOn.run, says(goesOn.run, "x", "y")),
      ]);
      expect((await store.read(ends.ref, {})).run).toMatchObject({ ...commit, lastEvent: 2 });
      const { cursor: before } = goesOn.run;
      expect((await store.read(goesOn.ref, {})).run).toMatchObject({ cursor: before, step: 0, committedEvent: 0 });
    });

    it("keep every character, what SQL and arrays mean something by included", async () => {
      const texts = ['"', "\\", "{a,b}", "NULL", "\u0000", "\ud800", "'; --", "\n\t", "👩‍👩‍👧", "\\u0000"];
      const runs = await begin(2);
      await Promise.all(runs.map(({ run }) => write(run, says(run, ...texts))));
      for (const { ref, run } of runs) {
        expect((await store.readLog(ref, 0, 20)).events).toEqual(numbered(run, 1, deltas(...texts)));
      }
    });

    it("fail alone: one that cannot be stored does not keep the others from it", async () => {
      const [good, bad, fine] = await begin(3);
      if (!good || !bad || !fine) throw new Error("three runs");
      const results = await Promise.allSettled([
        write(good.run, says(good.run, "x")),
        write(bad.run, { ...says(bad.run, "x"), lastEvent: 2 ** 40 }),
        write(fine.run, says(fine.run, "x")),
      ]);
      expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
      expect((await store.readLog(fine.ref, 0, 10)).events).toHaveLength(1);
    });

    it("that are repeated because their answer was lost change nothing more", async () => {
      const runs = await begin(2);
      const both = () => Promise.all(runs.map(({ run }) => write(run, says(run, "once"))));
      await both();
      expect(await both()).toEqual(Array(2).fill({ kind: "written", stopRequested: false }));
      for (const { ref } of runs) expect((await store.readLog(ref, 0, 10)).events).toHaveLength(1);
    });

    it("do not wait for a write that stores more than log", async () => {
      const [speaks, saves] = await begin(2);
      if (!speaks || !saves) throw new Error("two runs");
      const work = () =>
        Promise.all([
          write(speaks.run, says(speaks.run, "x")),
          write(saves.run, { ...says(saves.run, "x"), records: [aMessage(saves.run, 1)], lastRecord: 1 }),
        ]);
      expect(await statements(work)).toBe(2);
      expect((await store.read(saves.ref, { latest: true })).records).toHaveLength(1);
    });

    it("are unavailable to all when the database cannot be reached", async () => {
      const refused = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
      const unreachable = createAgentStore(() => Promise.reject(refused));
      const runs = [aRun(aRef()), aRun(aRef())];
      const results = await Promise.allSettled(runs.map((run) => unreachable.write(run, says(run, "x"))));
      for (const result of results) expect(result).toMatchObject({ reason: { code: "unavailable" } });
    });
  });
}
