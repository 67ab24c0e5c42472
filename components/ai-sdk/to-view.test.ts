import type { UIMessage } from "ai";
import { expect, test } from "vitest";
import type { ViewToolPart } from "../chat-ui/view";
import { toViewMessages } from "./to-view";

const nothing = {
  busy: false,
  started: new Set<string>(),
  running: new Set<string>(),
  waiting: new Set<string>(),
  notes: {},
};

function answer(parts: object[], id = "a1"): UIMessage {
  return { id, role: "assistant", parts: parts as UIMessage["parts"] };
}

function tool(state: string, more: object = {}) {
  return { type: "tool-copy_text", toolCallId: "c1", state, input: { text: "x" }, ...more };
}

function viewOf(part: object, context: Partial<typeof nothing> = {}): ViewToolPart {
  const [view] = toViewMessages([answer([{ type: "step-start" }, part])], { ...nothing, ...context });
  return view?.parts[0] as ViewToolPart;
}

test("text and reasoning stream only while a response is read", () => {
  const parts = [
    { type: "reasoning", text: "Hm", state: "streaming" },
    { type: "text", text: "Hello", state: "streaming" },
  ];
  expect(toViewMessages([answer(parts)], { ...nothing, busy: true })[0]?.parts).toEqual([
    { type: "reasoning", id: "reasoning-0", text: "Hm", streaming: true },
    { type: "text", id: "text-1", text: "Hello", streaming: true },
  ]);
  expect(toViewMessages([answer(parts)], nothing)[0]?.parts).toMatchObject([
    { streaming: false },
    { streaming: false },
  ]);
});

test("empty texts, step boundaries and unknown parts do not show", () => {
  const parts = [{ type: "step-start" }, { type: "text", text: "", state: "done" }, { type: "data-custom", data: {} }];
  expect(toViewMessages([answer(parts)], nothing)[0]?.parts).toEqual([]);
});

test("a file is shown as what it is", () => {
  const file = { type: "file", mediaType: "image/png", url: "data:image/png;base64,AAAA", filename: "receipt.png" };
  expect(toViewMessages([answer([file])], nothing)[0]?.parts).toMatchObject([
    { type: "file", mediaType: "image/png", filename: "receipt.png", url: file.url },
  ]);
});

test("a call keeps the AI SDK's state name, its input, output, error and approval", () => {
  expect(viewOf(tool("output-available", { output: false }))).toMatchObject({
    state: "output-available",
    output: false,
  });
  expect(viewOf(tool("output-error", { errorText: "No." }))).toMatchObject({ state: "output-error", errorText: "No." });
  expect(viewOf(tool("approval-requested", { approval: { id: "c1", requestReason: "Why not" } }))).toMatchObject({
    toolName: "copy_text",
    state: "approval-requested",
    approval: { question: "Why not" },
  });
  expect(viewOf(tool("output-denied", { approval: { id: "c1", approved: false, reason: "No" } })).approval).toEqual({
    approved: false,
    reason: "No",
  });
});

test("tools declared by the client have a name of their own", () => {
  expect(viewOf({ ...tool("input-available"), type: "dynamic-tool", toolName: "own_tool" })).toMatchObject({
    toolName: "own_tool",
  });
});

test("a dispatched call that this page did not start is unstarted, and running while its handler works", () => {
  expect(viewOf(tool("input-available")).browser).toBe("unstarted");
  expect(viewOf(tool("input-available"), { busy: true }).browser).toBeUndefined();
  expect(viewOf(tool("input-available"), { started: new Set(["c1"]) }).browser).toBeUndefined();
  expect(viewOf(tool("input-available"), { started: new Set(["c1"]), running: new Set(["c1"]) }).browser).toBe(
    "running",
  );
  expect(viewOf(tool("output-available", { output: 1 })).browser).toBeUndefined();
});

test("a preview is nobody's to run unless the server waits for it", () => {
  expect(viewOf(tool("input-streaming")).browser).toBeUndefined();
  expect(viewOf(tool("input-streaming"), { waiting: new Set(["c1"]) }).browser).toBe("unstarted");
  const approved = tool("approval-responded", { approval: { id: "c1", approved: true } });
  expect(viewOf(approved).browser).toBeUndefined();
  expect(viewOf(approved, { waiting: new Set(["c1"]) }).browser).toBe("unstarted");
  expect(
    viewOf(tool("approval-requested", { approval: { id: "c1" } }), { waiting: new Set(["c1"]) }).browser,
  ).toBeUndefined();
});

test("a call beside an open approval is held back", () => {
  const asked = { ...tool("approval-requested", { approval: { id: "c2" } }), toolCallId: "c2" };
  const [view] = toViewMessages([answer([{ type: "step-start" }, tool("input-streaming"), asked])], nothing);
  expect(view?.parts[0]).toMatchObject({ heldBack: true });
});

test("only the last message is live, and what no longer changes keeps its identity", () => {
  const first = answer([tool("input-available")]);
  const before = toViewMessages([first, answer([], "a2")], nothing);
  const after = toViewMessages([first, answer([{ type: "text", text: "x" }], "a2")], nothing);
  expect(before[0]?.parts[0]).toMatchObject({ live: false });
  expect(before[0]?.parts[0]).not.toHaveProperty("browser");
  expect(after[0]).toBe(before[0]);
  expect(after[1]).not.toBe(before[1]);
});

test("news about a call shows at the call", () => {
  expect(viewOf(tool("output-denied"), { notes: { c1: "Already rejected elsewhere." } }).note).toBe(
    "Already rejected elsewhere.",
  );
});

test("an earlier answer that failed says why; of the newest one the page's banner does", () => {
  const parts = [{ type: "data-run", data: { status: "failed", message: "No model." } }];
  const views = toViewMessages([answer(parts), answer([{ type: "text", text: "Now." }, ...parts], "a2")], nothing);
  expect(views.map((view) => view.ended)).toEqual(["The answer failed. No model.", "The answer failed."]);
});

test("a run that ended without an answer says so, and so does its question", () => {
  const [stopped] = toViewMessages(
    [answer([{ type: "step-start" }, { type: "data-run", data: { status: "cancelled" } }])],
    nothing,
  );
  expect(stopped?.ended).toBe("Ended before the answer was complete.");
  const [failed] = toViewMessages(
    [answer([{ type: "data-run", data: { status: "failed", message: "No model." } }])],
    nothing,
  );
  expect(failed?.ended).toBe("The answer failed.");
  const [unanswered] = toViewMessages([{ id: "q1", role: "user", parts: [], metadata: { failed: true } }], nothing);
  expect(unanswered?.ended).toBe("Not answered.");
});
