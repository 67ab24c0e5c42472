import { describe, expect, it } from "vitest";
import type { Json } from "../../json";
import {
  aMessage,
  aRef,
  aResult,
  aRun,
  aWait,
  aWrite,
  change,
  ended,
  numbered,
  type Running,
  start,
  suspended,
} from "./fixtures";
import type { Subject } from "./subject";

const NASTY_TEXT = "NUL \0, lone \ud800 and \udfff, pair 😀, quotes \"'\\, braces {},NULL, line\u2028break\r\n";

/** Values that databases, drivers or careless code are known to change. */
function nastyValue(): Json {
  const value = JSON.parse('{"__proto__":{"polluted":true},"constructor":1,"toString":null,"":[[],{},""]}');
  return {
    ...({ text: NASTY_TEXT, [NASTY_TEXT]: 1 } satisfies Json),
    value,
    numbers: [0, -1.5, 1e308, 5e-324, 2 ** 53 + 2, 0.1],
    odd: [null, true, false, "", "null", "\\u0000", "$1", "2026-01-01T00:00:00Z"],
    nested: nest(200),
    long: "ä".repeat(50_000),
  };
}

const nest = (depth: number): Json => (depth === 0 ? NASTY_TEXT : [nest(depth - 1)]);

export function describeValues(subject: Subject): void {
  describe("values come back as they were written", () => {
    it("in messages", async () => {
      const ref = aRef();
      const run = aRun(ref, { lastRecord: 2 });
      const metadata = { openai: JSON.parse('{"__proto__":{"signature":"\\u0000"}}') };
      const records = [
        aMessage(run, 1, { blocks: [{ type: "text", text: NASTY_TEXT, providerMetadata: metadata }] }),
        { ...aResult(run, 2, "call_1", ""), blocks: [outcome("call_1", nastyValue())] },
      ];
      await start(subject.store, ref, run, { records });
      const written = records.map((record) => ({ ...record, id: `${record.id}b`, seq: record.seq + 2, callId: null }));
      await subject.store.write(run, aWrite(run, { records: written }));
      const { messages } = await subject.store.loadAll(ref);
      expect(messages).toEqual([...records, ...written]);
      expect(JSON.stringify(messages)).toBe(JSON.stringify([...records, ...written]));
      expect(await subject.store.outcomes(ref, ["call_1"])).toEqual({
        call_1: { type: "result", value: nastyValue() },
      });
    });

    it("in the log, also after it was shortened", async () => {
      const ref = aRef();
      const run = aRun(ref, { lastEvent: 1 });
      const events = numbered(run, 1, [{ type: "custom", name: NASTY_TEXT, value: nastyValue() }]);
      await start(subject.store, ref, run, { events });
      await subject.store.write(
        run,
        aWrite(run, { events: numbered(run, 2, [{ type: "custom", name: "", value: [] }]) }),
      );
      expect((await subject.store.readLog(ref, 0, 1)).events).toEqual(events);
      await change(subject.store, ref, ended({ ...run, lastEvent: 2 }, "completed"));
      await subject.store.compact(run, (all) => all.slice(0, 1));
      expect((await subject.store.readLog(ref, 0, 10)).events).toEqual(events);
    });

    it("in cursor, interrupt, data and error of a run", async () => {
      const ref = aRef();
      const base = aRun(ref);
      const description = { name: "tool", description: NASTY_TEXT, parameters: { default: nastyValue() } };
      const run: Running = {
        ...base,
        data: { ...base.data, catalog: [description] },
        cursor: {
          ...base.cursor,
          state: { ...base.cursor.state, catalog: [description], context: [NASTY_TEXT], toolRuns: ownProto(3) },
          answered: aWait(["call_1"], { answers: ownProto({ type: "event", payload: nastyValue() }) }),
        },
      };
      await start(subject.store, ref, run);
      const wait = aWait(["call_2"], { answers: { "call\ud800": { type: "event", payload: nastyValue() } } });
      await change(subject.store, ref, suspended(run, wait));
      const seen = (await subject.store.read(ref, {})).run;
      expect(seen).toMatchObject({ data: run.data, cursor: run.cursor, interrupt: wait });
      expect(JSON.stringify(seen?.cursor)).toBe(JSON.stringify(run.cursor));
      const failed = ended(run, "failed");
      if (failed.status === "failed") failed.error.message = NASTY_TEXT;
      await change(subject.store, ref, failed);
      expect((await subject.store.read(ref, {})).run).toMatchObject({
        error: { code: "internal", message: NASTY_TEXT },
      });
    });

    it("in memos, whatever their key", async () => {
      const ref = aRef();
      const run = await start(subject.store, ref);
      const values: Json[] = [null, false, 0, "", [], {}, "null", nastyValue()];
      const entries = values.map((value, index) => [`call:${index}`, { status: "done", value }] as const);
      const memos = Object.fromEntries([
        ...entries,
        ["__proto__", { status: "started" }],
        ["a\"b\\c{},'", { status: "started" }],
      ]);
      await subject.store.write(run, aWrite(run, { memos }));
      const seen = (await subject.store.read(ref, { latest: true })).memos;
      expect(JSON.stringify(Object.entries(seen).sort())).toBe(JSON.stringify(Object.entries(memos).sort()));
    });
  });

  describe("what text columns cannot hold never reaches them", () => {
    const impossible = ["nul\0", "lone\ud800", "x".repeat(3_000)];

    it("ids of threads, owners, runs, questions, messages and calls are refused as invalid input", async () => {
      const { store } = subject;
      const invalid = { code: "invalid-input", status: 400 };
      for (const id of impossible) {
        const ref = aRef();
        for (const wrong of [
          { ...ref, threadId: id },
          { ...ref, ownerId: id },
        ]) {
          await expect(start(store, wrong)).rejects.toMatchObject(invalid);
          await expect(store.read(wrong, {})).rejects.toMatchObject(invalid);
          await expect(store.readLog(wrong, 0, 1)).rejects.toMatchObject(invalid);
          await expect(store.loadAll(wrong)).rejects.toMatchObject(invalid);
          await expect(store.outcomes(wrong, [])).rejects.toMatchObject(invalid);
          await expect(store.usedCallIds(wrong, [])).rejects.toMatchObject(invalid);
          await expect(store.rename(wrong, "x")).rejects.toMatchObject(invalid);
          await expect(store.requestStop(wrong, "x")).rejects.toMatchObject(invalid);
        }
        await expect(store.threads(id)).rejects.toMatchObject(invalid);
        await expect(store.read(ref, { key: id })).rejects.toMatchObject(invalid);
        await expect(start(store, ref, aRun(ref, { key: id }))).rejects.toMatchObject(invalid);
        const run = aRun(ref);
        for (const record of [aMessage(run, 1, { id }), aMessage(run, 1, { callId: id })]) {
          await expect(start(store, ref, run, { records: [record] })).rejects.toMatchObject(invalid);
        }
        expect((await store.read(ref, {})).thread).toBeNull();
        await start(store, ref, run);
        await expect(store.write(run, aWrite(run, { memos: { [id]: { status: "started" } } }))).rejects.toMatchObject(
          invalid,
        );
      }
    });

    it("ids that cannot exist are not found where a list of them is asked about", async () => {
      const ref = aRef();
      await start(subject.store, ref);
      expect(await subject.store.outcomes(ref, impossible)).toEqual({});
      expect(await subject.store.usedCallIds(ref, impossible)).toEqual([]);
      expect(await subject.store.requestStop(ref, "nul\0")).toBe(false);
    });

    it("ids of any other characters are fine", async () => {
      const threadId = `${aRef().threadId} ' " \\ {} $1 % 😀 \u2028`;
      const ref = { threadId, ownerId: threadId };
      const run = aRun(ref, { key: threadId });
      await start(subject.store, ref, run, { records: [aMessage(run, 1, { id: threadId })] });
      const seen = await subject.store.read(ref, { key: threadId, ids: [threadId], latest: true });
      expect(seen).toMatchObject({ keyed: { key: threadId }, taken: [threadId], records: [{ id: threadId }] });
    });
  });
}

function outcome(callId: string, value: Json) {
  return { type: "tool-result", callId, toolName: "read_title", outcome: { type: "result", value } } as const;
}

/** An object whose own key is `__proto__`. */
function ownProto<T>(value: T): Record<string, T> {
  return Object.fromEntries([["__proto__", value]]);
}
