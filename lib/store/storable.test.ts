import { expect, it } from "vitest";
import { AppError } from "../errors";
import { checkId, isStorableId, toTitle } from "./storable";

it("an id may be any well-formed text without NUL of at most 2,000 bytes", () => {
  for (const id of ["", "a", "😀", "\u0001", "x".repeat(2_000)]) expect(isStorableId(id)).toBe(true);
  for (const id of ["\0", "a\ud800", "\udc00a", "x".repeat(2_001), "😀".repeat(501)])
    expect(isStorableId(id)).toBe(false);
});

it("an id that cannot be stored is invalid input, and the message says which one it is without repeating it", () => {
  expect(() => checkId("a\0b", "thread id")).toThrow(AppError);
  expect(() => checkId("a\0b", "thread id")).toThrow(
    "The thread id is longer than 2000 bytes or has illegal characters.",
  );
});

it("a title is cut between characters, never inside one", () => {
  expect(toTitle("😀".repeat(121))).toBe("😀".repeat(120));
  expect(toTitle(" a\0\ud800b ")).toBe("ab");
});
