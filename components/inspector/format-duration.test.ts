import { expect, test } from "vitest";
import { formatDuration } from "./format-duration";

test.each([
  [null, "–"],
  [0, "0 ms"],
  [-3, "0 ms"],
  [84.6, "85 ms"],
  [1000, "1.0 s"],
  [1449, "1.4 s"],
  [59_940, "59.9 s"],
  [59_960, "1 min 0 s"],
  [125_400, "2 min 5 s"],
  [3_600_000, "1 h 0 min"],
  [11_400_000, "3 h 10 min"],
])("%j milliseconds read %j", (milliseconds, text) => {
  expect(formatDuration(milliseconds)).toBe(text);
});
