import { describe, expect, test } from "vitest";
import { isShort, summarize, toFields, toText } from "./format-value";

describe("toText", () => {
  test.each([
    ["text", "text"],
    ["", ""],
    [false, "false"],
    [0, "0"],
    [null, "null"],
    [undefined, "null"],
    [[], "[]"],
    [{}, "{}"],
  ])("shows %j as %j", (value, text) => {
    expect(toText(value)).toBe(text);
  });
});

describe("toFields", () => {
  test("reads a small flat object as pairs", () => {
    expect(toFields({ orderId: "A-1001", amount: 120, partial: false, note: null })).toEqual([
      { name: "orderId", text: "A-1001" },
      { name: "amount", text: "120" },
      { name: "partial", text: "false" },
      { name: "note", text: "null" },
    ]);
  });

  test("knows no fields of an empty object or of an input that has not begun", () => {
    expect(toFields({})).toEqual([]);
    expect(toFields(undefined)).toEqual([]);
  });

  test.each([[["a"]], ["text"], [null], [{ a: { b: 1 } }], [{ a: "x".repeat(161) }], [{ a: "two\nlines" }]])(
    "leaves %j to JSON",
    (value) => {
      expect(toFields(value)).toBeNull();
    },
  );

  test("leaves an object of more than eight entries to JSON", () => {
    expect(toFields(Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`f${i}`, i])))).toBeNull();
  });
});

test("short values are one line and at most a sentence long", () => {
  expect(isShort("x".repeat(160))).toBe(true);
  expect(isShort("x".repeat(161))).toBe(false);
  expect(isShort("two\nlines")).toBe(false);
  expect(isShort(undefined)).toBe(true);
  expect(isShort({})).toBe(true);
  expect(isShort([1])).toBe(false);
});

test("a folded value says how much it holds", () => {
  expect(summarize([1, 2])).toBe("2 items");
  expect(summarize([1])).toBe("1 item");
  expect(summarize({ a: 1 })).toBe("1 field");
  expect(summarize("abc")).toBe("3 characters");
});
