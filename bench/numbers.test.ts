import { describe, expect, it } from "vitest";
import { format, median, percentile } from "./numbers";

describe("percentile", () => {
  it("is the nearest rank, whatever the order", () => {
    const values = [50, 10, 40, 20, 30];
    expect([0.05, 0.5, 0.8, 0.95, 1].map((p) => percentile(values, p))).toEqual([10, 30, 40, 50, 50]);
  });

  it("takes the lower of two middle values for the median", () => {
    expect(median([1, 2, 3, 4])).toBe(2);
  });

  it("is not a number without values", () => {
    expect(percentile([], 0.5)).toBeNaN();
  });
});

describe("format", () => {
  it("shows three digits that mean something", () => {
    expect([14_382.4, 666.4, 33.72, 1.284, Number.NaN].map(format)).toEqual(["14,382", "666", "33.7", "1.28", "–"]);
  });
});
