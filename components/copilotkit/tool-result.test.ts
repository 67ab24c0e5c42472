import { expect, test } from "vitest";
import { toHandlerResult, toResultText } from "./tool-result";

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
