import { expect, test } from "vitest";
import { judge } from "./audit.mjs";

const report = (counts: object, vulnerabilities: object = {}) =>
  JSON.stringify({ vulnerabilities, metadata: { vulnerabilities: counts } });

test("serious findings fail and are named; lesser ones are counted", () => {
  const found = {
    bad: { name: "bad", severity: "high", range: "<2" },
    meh: { name: "meh", severity: "low", range: "*" },
  };
  expect(judge(report({ low: 1, high: 1, critical: 0, total: 2 }, found))).toEqual({
    failed: true,
    text: "Audit: 1 serious, 1 lesser findings in production packages.\n  high: bad <2",
  });
  expect(judge(report({ low: 1, high: 0, critical: 0, total: 1 })).failed).toBe(false);
});

test.each(["", "no JSON", JSON.stringify({ message: "405 Method Not Allowed" })])(
  "a registry that does not answer is said and is no failure: %s",
  (output) => {
    expect(judge(output)).toEqual({
      failed: false,
      text: "Audit: the registry could not be asked; nothing is known.",
    });
  },
);
