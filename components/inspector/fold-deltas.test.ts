import { expect, test } from "vitest";
import { toRows, toTally } from "./fold-deltas";
import type { LogFrame, WireItem } from "./log-frame";
import { refundLog } from "./testing/frames";

const toItem = (native: LogFrame): WireItem => ({
  number: native.number,
  native,
  aiSdk: [{ type: native.type }],
  agUi: [],
});

test("neighbouring deltas of one block are one row with all of their text", () => {
  const rows = toRows(refundLog.map(toItem), true);
  expect(rows).toHaveLength(refundLog.length - 1);
  expect(rows[4]).toMatchObject({ first: 5, last: 6, count: 2, native: { delta: "I will ask." } });
  expect(rows[4]?.aiSdk).toHaveLength(2);
});

test("the log as it is has a row for each event, and folding changes nothing of it", () => {
  const items = refundLog.map(toItem);
  const before = structuredClone(items);
  toRows(items, true);
  expect(items).toEqual(before);
  expect(toRows(items, false)).toHaveLength(items.length);
});

test("deltas of two blocks stay apart", () => {
  const [delta] = refundLog.filter(({ type }) => type === "text-delta");
  const other = { ...delta, number: 99, id: "t2" } as LogFrame;
  expect(toRows([toItem(delta!), toItem(other)], true)).toHaveLength(2);
});

test("what was received is counted by type, in order", () => {
  expect(toTally([{ type: "a" }, { type: "a" }, { type: "b" }, { type: "a" }])).toEqual([
    { type: "a", count: 2 },
    { type: "b", count: 1 },
    { type: "a", count: 1 },
  ]);
});
