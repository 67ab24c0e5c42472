import { expect, it } from "vitest";
import golden from "./golden/v1.json";
import { toEvents } from "./log-row";
import { pack, unpack } from "./packed-events";

const { events } = golden.log;

it("what was packed comes back as it was", () => {
  for (const value of [events, [], [{ type: "custom", name: "\0\ud800😀", value: { ["__proto__"]: 1 } }]]) {
    expect(JSON.stringify(unpack(JSON.parse(JSON.stringify(pack(value)))))).toBe(JSON.stringify(value));
  }
});

it("a typical log shrinks to less than half, one that cannot shrink stays as it is", () => {
  const packed = pack(events);
  expect(typeof packed).toBe("string");
  expect(JSON.stringify(packed).length).toBeLessThan(JSON.stringify(events).length / 2);
  expect(pack([1])).toEqual([1]);
});

it("what an earlier build of version 1 packed is read", () => {
  expect(toEvents({ ...golden.log, events: golden.packedEvents })).toEqual(toEvents(golden.log));
});
