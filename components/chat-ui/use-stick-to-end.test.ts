import { expect, test } from "vitest";
import { readerAtEnd } from "./use-stick-to-end";

test("within 48 pixels of the end counts as the end", () => {
  expect(readerAtEnd({ top: 0 }, { top: 552, height: 1000, view: 400 })).toBe(true);
  expect(readerAtEnd({ top: 600 }, { top: 551, height: 1000, view: 400 })).toBe(false);
});

test("content that grows below does not mean that the reader left", () => {
  expect(readerAtEnd({ top: 600 }, { top: 600, height: 2000, view: 400 })).toBeUndefined();
});

test("moving up leaves the end", () => {
  expect(readerAtEnd({ top: 600 }, { top: 300, height: 1000, view: 400 })).toBe(false);
});
