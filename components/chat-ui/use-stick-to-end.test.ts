import { expect, test } from "vitest";
import { readerAtEnd } from "./use-stick-to-end";

const before = { top: 600, height: 1000 };

test("within 48 pixels of the end counts as the end", () => {
  expect(readerAtEnd({ top: 0, height: 1000 }, { top: 552, height: 1000, view: 400 })).toBe(true);
  expect(readerAtEnd(before, { top: 551, height: 1000, view: 400 })).toBe(false);
});

test("content that grows below does not mean that the reader left", () => {
  expect(readerAtEnd(before, { top: 600, height: 2000, view: 400 })).toBeUndefined();
});

test("content that shrinks and grows before the page is painted does not, either", () => {
  expect(readerAtEnd(before, { top: 590, height: 1200, view: 400 })).toBeUndefined();
});

test("moving up leaves the end", () => {
  expect(readerAtEnd(before, { top: 300, height: 1000, view: 400 })).toBe(false);
  expect(readerAtEnd(before, { top: 300, height: 1200, view: 400 }, true)).toBe(false);
});
