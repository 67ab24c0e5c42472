import type { UIMessage } from "ai";
import { expect, test } from "vitest";
import { mergeHistory } from "./merge-history";

const message = (id: string, text = id): UIMessage => ({ id, role: "user", parts: [{ type: "text", text }] });
const ids = (messages: UIMessage[]) => messages.map(({ id }) => id);

test("the server's page replaces what it covers, and older pages stay before it", () => {
  const local = [message("1"), message("2"), message("3", "old")];
  const page = [message("2"), message("3", "new"), message("4")];
  const merged = mergeHistory({ messages: page, before: "2" }, local, []);
  expect(ids(merged)).toEqual(["1", "2", "3", "4"]);
  expect(merged[2]).toEqual(message("3", "new"));
});

test("nothing of the copy stays before a page that the server says is the first: its thread has been deleted", () => {
  const local = [message("old"), message("new")];
  for (const before of [null, undefined]) {
    expect(ids(mergeHistory({ messages: [message("new"), message("answer")], before }, local, []))).toEqual([
      "new",
      "answer",
    ]);
  }
});

test("what the server does not join to the local copy replaces it", () => {
  expect(ids(mergeHistory({ messages: [message("8"), message("9")] }, [message("1")], []))).toEqual(["8", "9"]);
  expect(mergeHistory({ messages: [] }, [message("1")], [])).toEqual([]);
});

test("unchanged messages keep their identity", () => {
  const local = [message("1"), message("2", "old")];
  const merged = mergeHistory({ messages: [message("1"), message("2", "new")] }, local, []);
  expect(merged[0]).toBe(local[0]);
  expect(merged[1]).not.toBe(local[1]);
});

test("an answer that only this page knows stays, as long as the server waits for it", () => {
  const asked = (state: object): UIMessage => {
    const part: object = { type: "tool-pick_date", toolCallId: "c1", input: {}, ...state };
    return { id: "a1", role: "assistant", parts: [part] as UIMessage["parts"] };
  };
  const server = { messages: [asked({ state: "input-available" })] };
  const local = [asked({ state: "output-available", output: "2026-03-02" })];
  const waiting = [{ callId: "c1", toolName: "pick_date", input: {} }];
  expect(mergeHistory(server, local, waiting)).toEqual(local);
  expect(mergeHistory(server, local, [])).toEqual(server.messages);
  // The thread was reset, and another call has got the same id.
  expect(mergeHistory(server, local, [{ callId: "c1", toolName: "copy_text", input: {} }])).toEqual(server.messages);
});
