import { expect, test } from "vitest";
import type { Failure } from "./failure";
import { RECONNECT_PAUSES, reconnect } from "./reconnect";

const lost: Failure = { kind: "connection" };

async function run(outcomes: { failure: Failure | null; progress: boolean }[], alive = () => true) {
  const pauses: number[] = [];
  const failure = await reconnect({
    sleep: async (milliseconds) => void pauses.push(milliseconds),
    alive,
    attempt: async () => outcomes.shift() ?? { failure: lost, progress: false },
  });
  return { failure, pauses, left: outcomes.length };
}

test("tries at once, then more and more slowly, and gives up in the end", async () => {
  expect(await run([])).toEqual({ failure: lost, pauses: RECONNECT_PAUSES.slice(1), left: 0 });
});

test("ends with the first attempt that works or fails for another reason", async () => {
  expect(
    await run([
      { failure: lost, progress: false },
      { failure: null, progress: true },
    ]),
  ).toEqual({ failure: null, pauses: [500], left: 0 });
  const other: Failure = { kind: "run", message: "No." };
  expect(await run([{ failure: other, progress: false }])).toEqual({ failure: other, pauses: [], left: 0 });
});

test("an attempt that got somewhere starts the pauses over", async () => {
  const some = { failure: lost, progress: true };
  const none = { failure: lost, progress: false };
  expect((await run([none, none, some, { failure: null, progress: true }])).pauses).toEqual([500, 1_000, 500]);
});

test("a page that has gone tries no more", async () => {
  let alive = true;
  const outcomes = [
    { failure: lost, progress: false },
    { failure: lost, progress: false },
  ];
  const result = await run(outcomes, () => {
    const was = alive;
    alive = false;
    return was;
  });
  expect(result).toEqual({ failure: null, pauses: [500], left: 1 });
});
