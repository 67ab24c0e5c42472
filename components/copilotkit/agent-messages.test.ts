import type { Message } from "@copilotkit/react-core/v2";
import { expect, test } from "vitest";
import { countResults, openCalls, parseArguments, upToLastQuestion, withAnswer } from "./agent-messages";

const call = (id: string, text = "{}") => ({
  id,
  type: "function" as const,
  function: { name: "title", arguments: text },
});
const messages: Message[] = [
  { id: "q1", role: "user", content: "First" },
  { id: "a1", role: "assistant", toolCalls: [call("old")] },
  { id: "q2", role: "user", content: "Second" },
  { id: "a2", role: "assistant", toolCalls: [call("c1"), call("c2", '{"a":')] },
  { id: "r1", role: "tool", toolCallId: "c1", content: "x" },
];

test("open are the calls of the newest turn that have no result", () => {
  expect(openCalls(messages)).toEqual([{ callId: "c2", toolName: "title", input: undefined }]);
  expect(openCalls([])).toEqual([]);
});

test("an answer stands behind its call and the answers that are there already", () => {
  const next = withAnswer(messages, { callId: "c2", id: "r2", answer: { content: "y", error: "y" } });
  expect(next.map(({ id }) => id)).toEqual(["q1", "a1", "q2", "a2", "r1", "r2"]);
  expect(next.at(-1)).toEqual({ id: "r2", role: "tool", toolCallId: "c2", content: "y", error: "y" });
  expect(countResults(next)).toBe(2);
});

test("a call that is unknown or answered takes no answer", () => {
  expect(withAnswer(messages, { callId: "c1", id: "r", answer: { content: "again" } })).toEqual(messages);
  expect(withAnswer(messages, { callId: "none", id: "r", answer: { content: "x" } })).toEqual(messages);
});

test("a question is repeated with everything before it and nothing after it", () => {
  expect(upToLastQuestion(messages).map(({ id }) => id)).toEqual(["q1", "a1", "q2"]);
  expect(upToLastQuestion([])).toEqual([]);
});

test("arguments that are not complete yet are no value", () => {
  expect(parseArguments("")).toEqual({});
  expect(parseArguments('{"a":1}')).toEqual({ a: 1 });
  expect(parseArguments('{"a":')).toBeUndefined();
});
