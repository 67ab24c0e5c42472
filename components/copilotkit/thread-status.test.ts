import type { Message } from "@copilotkit/react-core/v2";
import { expect, test } from "vitest";
import { initialState, type ThreadState } from "./thread-state";
import { threadStatus } from "./thread-status";
import { toToolPart } from "./to-tool-part";

const call = (id: string, name: string, text = "{}") => ({
  id,
  type: "function" as const,
  function: { name, arguments: text },
});
const question: Message = { id: "q", role: "user", content: "Hi" };
const asks = (name: string, text?: string): Message[] => [
  question,
  { id: "a_calls", role: "assistant", toolCalls: [call("c1", name, text)] },
];
const rest = { ...initialState, restored: true };

function statusOf(messages: Message[], state: Partial<ThreadState> = {}, reading = false, interrupts: never[] = []) {
  return threadStatus({ messages, reading, state: { ...rest, ...state } } as never, interrupts);
}

test("a thread is loading until it is restored, also while its copy shows", () => {
  expect(statusOf([question], { restored: false })).toMatchObject({
    status: "submitted",
    text: "Loading the conversation…",
  });
});

test("a question waits, then its answer streams, then all is ready", () => {
  const answer: Message = { id: "a", role: "assistant", content: "Hello" };
  expect(statusOf([question], {}, true)).toMatchObject({ status: "submitted", busy: true, canStop: true });
  expect(statusOf([question, answer], {}, true)).toMatchObject({ status: "streaming", busy: true });
  expect(statusOf([question, answer])).toMatchObject({ status: "ready", busy: false, canStop: false, waits: false });
});

test("an answer that was stopped, or failed, is not a complete one", () => {
  const answer: Message = { id: "a", role: "assistant", content: "Hel" };
  const of = (status: "cancelled" | "failed" | "completed") => ({ run: { status } }) as Partial<ThreadState>;
  const text = "Ready. Ended before the answer was complete.";
  expect(statusOf([question, answer], of("cancelled"))).toMatchObject({ status: "ready", text });
  expect(statusOf([question, answer], of("failed")).text).toBe("Ready. The answer failed.");
  expect(statusOf([question, answer], of("completed")).text).toBe("Ready. The answer is complete.");
  expect(statusOf([question, answer], { ...of("cancelled"), working: true }).text).not.toContain("Ended");
});

test("a handler that works keeps the thread busy", () => {
  const state = { working: true, running: new Set(["c1"]) };
  expect(statusOf(asks("title"), state)).toMatchObject({ status: "streaming", busy: true, text: "Working: title" });
});

test("a card that asks lets the person send something else, which cancels it", () => {
  const state = { working: true, asking: new Set(["c1"]) };
  expect(statusOf(asks("pick_date"), state)).toMatchObject({
    status: "ready",
    busy: false,
    waits: true,
    canStop: true,
    text: "Waiting for you: pick_date",
  });
});

test("an open approval is asked for by name", () => {
  const interrupts = [{ id: "p1", reason: "confirmation", metadata: { name: "pay", input: {} } }] as never;
  expect(statusOf([question], {}, false, interrupts)).toMatchObject({
    status: "ready",
    waits: true,
    text: "Waiting for your approval: pay",
  });
});

test("a problem that can be retried shows until it is, but not over a stream; news leaves the page usable", () => {
  const problem = { title: "No", advice: "Well", kind: "catch-up" as const };
  expect(statusOf([question], { problem }).status).toBe("error");
  expect(statusOf([question], { problem }, true).status).toBe("submitted");
  expect(statusOf([question], { reconnecting: true })).toMatchObject({ status: "submitted", text: "Reconnecting…" });
  expect(statusOf([question], { problem: { title: "Already approved elsewhere.", advice: "" } }).status).toBe("ready");
});

function partOf(messages: Message[], state: Partial<ThreadState> = {}, reading = false) {
  const [name] = messages
    .flatMap((m) => (m.role === "assistant" ? (m.toolCalls ?? []) : []))
    .map((c) => c.function.name);
  return toToolPart(
    { callId: "c1", toolName: name ?? "", args: { partial: true } },
    { messages, reading, state: { ...rest, ...state } },
  );
}

test("a call that waits where nothing goes on was not started here", () => {
  expect(partOf(asks("title"))).toMatchObject({ state: "input-available", browser: "unstarted", live: true });
  expect(partOf(asks("title"), { working: true })).not.toHaveProperty("browser");
  expect(partOf(asks("title"), {}, true)).not.toHaveProperty("browser");
  expect(partOf(asks("title"), { restored: false })).not.toHaveProperty("browser");
  expect(partOf(asks("title"), { running: new Set(["c1"]) })).toMatchObject({ browser: "running" });
  expect(partOf([...asks("title"), { id: "q2", role: "user", content: "Next" }])).toMatchObject({ live: false });
});

test("a person's card asks as soon as its handler waits, and not before", () => {
  expect(partOf(asks("pick_date"))).toMatchObject({ state: "input-streaming" });
  expect(partOf(asks("pick_date"), { asking: new Set(["c1"]) })).toMatchObject({ state: "input-available" });
});

test("arguments that still stream in are shown as far as they go", () => {
  expect(partOf(asks("title", '{"a":'), {}, true)).toMatchObject({
    state: "input-streaming",
    input: { partial: true },
  });
});
