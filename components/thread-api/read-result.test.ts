import { expect, test } from "vitest";
import { CANCELLED } from "../chat-ui/cancelled";
import { readResult } from "./read-result";

test.each([
  ["Orders", { state: "output-available", output: "Orders" }],
  ['{"a":1}', { state: "output-available", output: { a: 1 } }],
  ["null", { state: "output-available", output: null }],
  ["false", { state: "output-available", output: false }],
  ["", { state: "output-available", output: "" }],
  ['{"error":"No title"}', { state: "output-error", errorText: "No title" }],
  ['{"error":"No","code":1}', { state: "output-available", output: { error: "No", code: 1 } }],
  [CANCELLED, { state: "output-error", errorText: CANCELLED }],
])("the unmarked result %j shows as it is meant", (content, shown) => {
  expect(readResult(content, {})).toEqual(shown);
});

test("what the server marks is believed, live by its metadata and restored by its error", () => {
  const content = "There is no such order.";
  const failed = { state: "output-error", errorText: content };
  expect(readResult(content, { metadata: { neuron: { outcome: "error" } } })).toEqual(failed);
  expect(readResult(content, { error: content })).toEqual(failed);
  expect(readResult(content, { error: "" })).toEqual(failed);
});

test("a rejection is none of the errors, and its reason comes along", () => {
  const mark = (neuron: object) => ({ metadata: { neuron } });
  expect(readResult("Not executed.", mark({ outcome: "rejected" }))).toEqual({
    state: "output-denied",
    approval: { approved: false },
  });
  expect(readResult("Not executed.", mark({ outcome: "rejected", reason: "Too\nmuch" }))).toEqual({
    state: "output-denied",
    approval: { approved: false, reason: "Too\nmuch" },
  });
});
