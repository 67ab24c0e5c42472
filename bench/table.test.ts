import { describe, expect, it } from "vitest";
import { toTable } from "./table";

describe("the table", () => {
  it("judges a figure beside another by its ratio", () => {
    const table = toTable([
      { what: "first token", unit: "ms", ours: 50, other: 100, aim: { atMost: 1 } },
      { what: "turns per second", unit: "", ours: 90, other: 100, aim: { atLeast: 1 } },
    ]);
    expect(table).toMatch(/first token \(ms\).*50\.0 \|\s*100 \| 0\.50× \| ≤ 1× \| met/);
    expect(table).toMatch(/turns per second.*0\.90× \| ≥ 1× \| missed/);
  });

  it("judges a figure without another by itself", () => {
    expect(toTable([{ what: "stored", unit: "bytes", ours: 2600, aim: { atMost: 2500 } }])).toMatch(/2,600.*missed/);
  });

  it("judges nothing without an aim", () => {
    expect(toTable([{ what: "statements", unit: "", ours: 6 }])).not.toMatch(/met|missed/);
  });

  it("has lines of one width", () => {
    const lines = toTable([{ what: "a", unit: "ms", ours: 1, other: 2, aim: { atMost: 1 } }]).split("\n");
    expect(new Set(lines.map((line) => line.length)).size).toBe(1);
  });
});
