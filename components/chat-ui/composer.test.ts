import { expect, test } from "vitest";
import { sendsOnKey } from "./composer";

const enter = {
  key: "Enter",
  keyCode: 13,
  shiftKey: false,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  isComposing: false,
};

test("Enter sends", () => {
  expect(sendsOnKey(enter)).toBe(true);
  expect(sendsOnKey({ ...enter, ctrlKey: true })).toBe(true);
  expect(sendsOnKey({ ...enter, metaKey: true })).toBe(true);
});

test("Shift+Enter and Alt+Enter stay in the field", () => {
  expect(sendsOnKey({ ...enter, shiftKey: true })).toBe(false);
  expect(sendsOnKey({ ...enter, altKey: true })).toBe(false);
});

test("the Enter that ends a composition does not send", () => {
  expect(sendsOnKey({ ...enter, isComposing: true })).toBe(false);
  expect(sendsOnKey({ ...enter, keyCode: 229 })).toBe(false);
});

test("other keys do not send", () => {
  expect(sendsOnKey({ ...enter, key: "a", keyCode: 65 })).toBe(false);
});
