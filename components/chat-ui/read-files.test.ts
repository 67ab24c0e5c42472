import { expect, it } from "vitest";
import { mediaTypeOf, readFiles } from "./read-files";

it("images keep their type, texts become plain text, the rest is refused", () => {
  expect(mediaTypeOf({ type: "image/png", name: "a.png" })).toBe("image/png");
  expect(mediaTypeOf({ type: "text/markdown", name: "a.md" })).toBe("text/plain");
  expect(mediaTypeOf({ type: "application/json", name: "a.json" })).toBe("text/plain");
  expect(mediaTypeOf({ type: "", name: "notes.TS" })).toBe("text/plain");
  expect(mediaTypeOf({ type: "image/svg+xml", name: "a.svg" })).toBeNull();
  expect(mediaTypeOf({ type: "application/pdf", name: "a.pdf" })).toBeNull();
});

it("reads bytes as they are, and says what it leaves out", async () => {
  const bytes = Uint8Array.from({ length: 20_000 }, (_, index) => index % 256);
  const { read, refused } = await readFiles(
    [
      new File([bytes], "photo.png", { type: "image/png" }),
      new File(["äöü 😀"], "notes.txt", { type: "text/plain" }),
      new File(["x"], "a.pdf", { type: "application/pdf" }),
      new File([], "nothing.txt", { type: "text/plain" }),
      new File([new Uint8Array(2_500_000)], "big.png", { type: "image/png" }),
    ],
    [],
  );
  expect(read.map(({ filename, mediaType }) => [filename, mediaType])).toEqual([
    ["photo.png", "image/png"],
    ["notes.txt", "text/plain"],
  ]);
  const decoded = read.map(({ url }) => Buffer.from(url.slice(url.indexOf(",") + 1), "base64"));
  expect(decoded[0]).toEqual(Buffer.from(bytes));
  expect(decoded[1]?.toString("utf8")).toBe("äöü 😀");
  expect(refused.map((text) => text.split(" ")[0])).toEqual(["a.pdf", "nothing.txt", "big.png"]);
});

it("counts what is attached already", async () => {
  const there = { mediaType: "image/png", filename: "first.png", url: "x".repeat(2_999_000) };
  const { read, refused } = await readFiles([new File(["x".repeat(2_000)], "b.txt", { type: "text/plain" })], [there]);
  expect(read).toEqual([]);
  expect(refused[0]).toContain("too large");
});
