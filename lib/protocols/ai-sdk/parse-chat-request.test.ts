import { describe, expect, it } from "vitest";
import { AppError } from "../../errors";
import { type ChatRequest, parseChatRequest } from "./parse-chat-request";

const text = (value: string) => ({ type: "text", text: value });
const question = { id: "q1", role: "user", parts: [text("Hello")] };
const settled = { type: "tool-read_title", toolCallId: "c1", state: "output-available", input: {}, output: 1 };
const answer = { id: "m1", role: "assistant", parts: [{ type: "step-start" }, settled] };
const PNG = "data:image/png;base64,iVBORw0KGgo=";

function body(...messages: unknown[]) {
  return { id: "t1", messages, trigger: "submit-message" };
}

function turn(request: ChatRequest) {
  if (request.kind !== "turn") throw new Error("Not a turn.");
  return request;
}

function refusal(value: unknown): string {
  try {
    parseChatRequest(value);
  } catch (error) {
    if (error instanceof AppError && error.code === "invalid-input") return error.message;
    throw error;
  }
  throw new Error("It was accepted.");
}

describe("a trailing user message", () => {
  it("is a turn", () => {
    expect(parseChatRequest(body(question))).toEqual({
      kind: "turn",
      threadId: "t1",
      message: { id: "q1", blocks: [{ type: "text", text: "Hello" }] },
      regenerate: false,
      payload: null,
    });
  });

  it("has its texts joined and its other parts left out", () => {
    const parts = [text("One "), { type: "data-note", data: 1 }, { type: "step-start" }, text("two.")];
    const { message } = turn(parseChatRequest(body({ ...question, parts })));
    expect(message.blocks).toEqual([{ type: "text", text: "One two." }]);
  });

  it("may bring images and texts as files, and nothing else", () => {
    const png = { type: "file", mediaType: "image", url: PNG, filename: "a.png" };
    const note = { type: "file", mediaType: "text/plain", url: "data:text/plain;charset=utf-8;base64,YQ==" };
    const { message } = turn(parseChatRequest(body({ ...question, parts: [png, note, text(" ")] })));
    expect(message.blocks).toEqual([
      { type: "file", mediaType: "image/png", url: PNG, filename: "a.png" },
      { type: "file", mediaType: "text/plain", url: note.url },
    ]);
  });

  it("may ask for another answer", () => {
    const request = turn(
      parseChatRequest({ ...body(answer, question), trigger: "regenerate-message", messageId: "m1" }),
    );
    expect([request.regenerate, request.payload]).toEqual([true, null]);
  });

  it("brings the answers of the message before it along", () => {
    const { message, payload } = turn(parseChatRequest(body(question, answer, { ...question, id: "q2" })));
    expect(payload).toEqual({ message: expect.objectContaining({ id: "m1", parts: answer.parts }), question: message });
  });

  it.each([
    ["holds no answer", { ...answer, parts: [text("Hi"), { ...settled, state: "input-available" }] }],
    ["is a question", { ...question, id: "q0" }],
    ["is malformed", { ...answer, parts: "none" }],
  ])("stands alone when the message before it %s", (_name, before) => {
    expect(turn(parseChatRequest(body(before, question))).payload).toBeNull();
  });
});

describe("a trailing assistant message", () => {
  it("is a continuation, its parts as they came", () => {
    expect(parseChatRequest(body(question, answer))).toEqual({
      kind: "continuation",
      threadId: "t1",
      payload: { message: answer, question: null },
    });
  });

  it.each([
    ["a lost approval id", { ...settled, state: "approval-responded", approval: { approved: true } }],
    ["a rejection without its approval", { ...settled, state: "output-denied" }],
    ["an approval that is null", { ...settled, approval: null }],
    ["a state of the client's own", { ...settled, state: "gone" }],
  ])("may have %s", (_name, part) => {
    expect(parseChatRequest(body({ ...answer, parts: [part] })).kind).toBe("continuation");
  });
});

describe("history", () => {
  it("is never looked at", () => {
    expect(parseChatRequest(body(null, { role: "system" }, 7, question)).kind).toBe("turn");
  });
});

describe("a refusal names the first wrong path", () => {
  it.each<[string, unknown]>([
    ["body", null],
    ["body", "text"],
    ["id", {}],
    ["id", { ...body(question), id: "a b" }],
    ["id", { ...body(question), id: "x".repeat(129) }],
    ["messages", { id: "t1" }],
    ["messages", body()],
    ["trigger", { ...body(question), trigger: "resume-stream" }],
    ["trigger", { ...body(question, answer), trigger: "regenerate-message" }],
    ["messages.0", body(null)],
    ["messages.0.role", body({ ...question, role: "system" })],
    ["messages.1.role", body(question, { id: "m1", parts: [] })],
    ["messages.0.id", body({ ...question, id: "" })],
    ["messages.0.id", body({ ...question, id: "a\u0000" })],
    ["messages.0.id", body({ ...question, id: "x".repeat(129) })],
    ["messages.0.parts", body({ id: "q1", role: "user", content: "Hello" })],
    ["messages.0.parts", body({ ...question, parts: [] })],
    ["messages.0.parts", body({ ...question, parts: [text(" \n")] })],
    ["messages.0.parts.0.type", body({ ...question, parts: [{ text: "Hello" }] })],
    ["messages.0.parts.1.text", body({ ...question, parts: [text("a"), { type: "text" }] })],
    ["messages.0.parts.0.url", body({ ...question, parts: [{ type: "file", mediaType: "image/png" }] })],
    ["messages.0.parts.0.url", body({ ...question, parts: [file("https://example.com/a.png")] })],
    ["messages.0.parts.0.url", body({ ...question, parts: [file("data:application/pdf;base64,YQ==")] })],
    ["messages.0.parts.0.url", body({ ...question, parts: [file("data:image/svg+xml,<svg/>")] })],
    ["messages.1.parts.1.toolCallId", body(question, { ...answer, parts: [text("a"), { ...settled, toolCallId: 1 }] })],
    ["messages.0.parts.0.errorText", body({ ...answer, parts: [{ ...settled, errorText: {} }] })],
    [
      "messages.0.parts.0.approval.approved",
      body({ ...answer, parts: [{ ...settled, approval: { approved: "yes" } }] }),
    ],
  ])("%s", (path, value) => {
    expect(refusal(value).split(": ")[0]).toBe(path);
  });
});

function file(url: string) {
  return { type: "file", mediaType: "image/png", url };
}
