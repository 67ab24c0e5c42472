import { expect, test } from "vitest";
import { runTool } from "../testing/tool-context";
import { createServerClock } from "./server-clock";

test("the clock tells the same instant for calculating and for reading", async () => {
  const clock = createServerClock(() => new Date("2026-03-02T09:05:00Z"));
  expect(await runTool(clock, {})).toEqual({
    iso: "2026-03-02T09:05:00.000Z",
    readable: "Monday, March 2, 2026 at 9:05 AM UTC",
  });
});

test("the clock moves between two calls", async () => {
  let hour = 9;
  const clock = createServerClock(() => new Date(Date.UTC(2026, 2, 2, hour++)));
  expect([await runTool(clock, {}), await runTool(clock, {})]).toMatchObject([
    { iso: "2026-03-02T09:00:00.000Z" },
    { iso: "2026-03-02T10:00:00.000Z" },
  ]);
});
