import { expect, test } from "vitest";
import { CANCELLED } from "../chat-ui/tool-status";
import { readResult, toHandlerResult, toResultText } from "./tool-result";

test("a handler's outcome reaches CopilotKit as a value, its error as a result that says so, null as its text", () => {
  expect(toHandlerResult({ output: { a: 1 } })).toEqual({ a: 1 });
  expect(toHandlerResult({ output: false })).toBe(false);
  expect(toHandlerResult({ output: null })).toBe("null");
  expect(toHandlerResult({ errorText: "No title" })).toEqual({ error: "No title" });
});

test("the text that the page sends by itself is the one that CopilotKit would send", () => {
  expect(toResultText({ output: "Orders" })).toBe("Orders");
  expect(toResultText({ output: [0, null] })).toBe("[0,null]");
  expect(toResultText({ output: 0 })).toBe("0");
  expect(toResultText({ errorText: "No" })).toBe('{"error":"No"}');
});

test.each([
  ["Orders", { state: "output-available", output: "Orders" }],
  ['{"a":1}', { state: "output-available", output: { a: 1 } }],
  ["null", { state: "output-available", output: null }],
  ["", { state: "output-available", output: "" }],
  ['{"error":"No title"}', { state: "output-error", errorText: "No title" }],
  ['{"error":"No","code":1}', { state: "output-available", output: { error: "No", code: 1 } }],
  [CANCELLED, { state: "output-error", errorText: CANCELLED }],
  ["The user rejected this call. The tool was not executed.", { state: "output-denied" }],
  [
    "The user rejected this call. The tool was not executed. Reason: Too\nmuch",
    { state: "output-denied", reason: "Too\nmuch" },
  ],
  [
    "Stopped by the user before it finished.",
    { state: "output-error", errorText: "Stopped by the user before it finished." },
  ],
])("the result %j shows as it is meant", (content, shown) => {
  expect(readResult(content)).toEqual(shown);
});

test("the mark of a restored message makes an error of any text", () => {
  expect(readResult("There is no such order.", "There is no such order.")).toEqual({
    state: "output-error",
    errorText: "There is no such order.",
  });
  expect(readResult("said in the content", "")).toEqual({ state: "output-error", errorText: "said in the content" });
});
