import { expect, it } from "vitest";
import { toQuestionParts } from "./question-parts";

it("a question that is a text shows that text", () => {
  expect(toQuestionParts("q", "Hi")).toEqual([{ type: "text", id: "q", text: "Hi", streaming: false }]);
});

it("files are shown as what they are, by their names where they have one", () => {
  const image = { type: "image", source: { type: "data", value: "AAAA", mimeType: "image/png" } };
  const note = {
    type: "document",
    source: { type: "data", value: "aGk=", mimeType: "text/plain" },
    metadata: { filename: "notes.txt" },
  };
  expect(toQuestionParts("q", [image, note, { type: "text", text: "Look" }])).toEqual([
    { type: "file", id: "q-0", mediaType: "image/png", url: "data:image/png;base64,AAAA" },
    { type: "file", id: "q-1", mediaType: "text/plain", url: "data:text/plain;base64,aGk=", filename: "notes.txt" },
    { type: "text", id: "q-2", text: "Look", streaming: false },
  ]);
});

it("an address stays one, and what has neither text nor file shows nothing", () => {
  const elsewhere = {
    type: "video",
    source: { type: "url", value: "https://example.com/v" },
    metadata: { filename: 5 },
  };
  expect(toQuestionParts("q", [elsewhere, { type: "text", text: "" }, { type: "hologram" }])).toEqual([
    { type: "file", id: "q-0", mediaType: "video", url: "https://example.com/v" },
  ]);
});
