import fc from "fast-check";
import { expect, it } from "vitest";
import { toPieces, toWords } from "./chunks";
import { tellStory } from "./story";

it("cuts text into words, each with the space before it", () => {
  expect(toWords("One two,\n three ")).toEqual(["One", " two,", "\n three", " "]);
  expect(toWords("")).toEqual([]);
});

it("cuts long runs without a space into pieces", () => {
  expect(toWords("夕方、雨が上がると、港の水たまりに空が映りました")).toEqual([
    "夕方、雨が",
    "上がると、",
    "港の水たま",
    "りに空が映",
    "りました",
  ]);
});

it("never cuts a code point", () => {
  for (const word of toWords(tellStory())) expect(word).not.toMatch(/\p{Surrogate}/u);
  expect(toPieces("👩‍👩‍👧", 1)).toEqual(["👩", "\u200D", "👩", "\u200D", "👧"]);
});

it("loses nothing of any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), fc.integer({ min: 1, max: 9 }), (text, size) => {
      expect(toWords(text).join("")).toBe(text);
      expect(toPieces(text, size).join("")).toBe(text);
    }),
  );
});
