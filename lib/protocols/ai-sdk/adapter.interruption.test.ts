import type { UIMessage } from "ai";
import { describe, expect, it, vi } from "vitest";
import { lastStepIsSettled } from "../../browser-tools/last-step";
import type { Json } from "../../json";
import { ChatServer, type ScriptedStep } from "./testing/chat-server";
import { HeadlessChat, type HeadlessChatOptions } from "./testing/headless-chat";

const handlers = { read_title: () => "Orders", copy_text: () => true };
const done: ScriptedStep = { text: "Done." };
const call = (id: string, name: string, input: Json = {}) => ({ id, name, input });
const never = new Promise(() => {});

function setUp(steps: ScriptedStep[], options: HeadlessChatOptions = { handlers }) {
  const server = new ChatServer(steps);
  return { server, chat: new HeadlessChat(server, options) };
}

function partTypes(message: UIMessage | undefined): string[] {
  return (message?.parts ?? []).map((part) => ("state" in part ? `${part.type}:${part.state}` : part.type));
}

/** What was said, without the rest. */
function said(message: UIMessage | undefined): string {
  return (message?.parts ?? []).flatMap((part) => (part.type === "text" ? [part.text] : [])).join(" ");
}

describe("stop", () => {
  it("keeps the text so far and closes the message", async () => {
    const { server, chat } = setUp([{ text: "A long story", hold: never }]);
    const asking = chat.ask("Tell.");
    await vi.waitFor(() => expect(said(chat.answer)).toBe("A long story"));
    await server.thread.stop();
    await asking;
    expect([chat.status, server.posts.length]).toEqual(["ready", 1]);
    expect(partTypes(chat.answer)).toEqual(["step-start", "text:done", "step-start", "data-run"]);
    expect(chat.answer?.metadata).toMatchObject({ status: "cancelled" });
    expect(server.lastChunks.slice(-3).map((chunk) => chunk.type)).toEqual(["finish-step", "abort", "finish"]);
  });

  it("in a server tool leaves no settled step that would be posted", async () => {
    const { server, chat } = setUp([{ calls: [call("s1", "look_up", { value: 1 }), call("s2", "hang")] }]);
    const asking = chat.ask("Go.");
    await vi.waitFor(() =>
      expect([chat.stateOf("s1"), chat.stateOf("s2")]).toEqual(["output-available", "input-streaming"]),
    );
    await server.thread.stop();
    await asking;
    expect(chat.part("s2")).toMatchObject({ state: "output-error", errorText: expect.stringContaining("Stopped") });
    expect([server.posts.length, chat.status]).toEqual([1, "ready"]);
    expect(partTypes(chat.answer).slice(-2)).toEqual(["step-start", "data-run"]);
  });

  it("during a wait is shown by the next history, with the call closed", async () => {
    const { server, chat } = setUp([{ calls: [call("c1", "read_title")] }, done], {});
    await chat.ask("Go.");
    await server.thread.stop();
    const restored = new HeadlessChat(server, { messages: await server.history() });
    expect(restored.part("c1")).toMatchObject({ state: "output-error", errorText: expect.stringContaining("Stopped") });
    expect(lastStepIsSettled({ messages: restored.messages })).toBe(false);
    await chat.addToolOutput({ tool: "read_title", toolCallId: "c1", output: "late" });
    await chat.idle();
    expect([server.posts.at(-1)?.status, chat.status, server.posts.length]).toEqual([400, "error", 2]);
    expect(chat.error?.message).toContain("no-run");
  });
});

describe("a failure", () => {
  it("before the first token is an error with a neutral text", async () => {
    const { server, chat } = setUp([{ error: new Error("secret") }]);
    await chat.ask("Go.");
    expect([chat.status, server.posts.length]).toEqual(["error", 1]);
    expect(chat.error?.message).toBe("The model could not finish its answer. Try again.");
    expect(JSON.stringify(server.lastChunks)).not.toContain("secret");
  });

  it("after some text keeps the text, says so in the message and asks for nothing", async () => {
    const { server, chat } = setUp([{ calls: [call("c1", "read_title")] }, { text: "I think", error: new Error("x") }]);
    await chat.ask("Go.");
    expect([chat.status, server.posts.length]).toEqual(["error", 2]);
    expect(partTypes(chat.answer)).toEqual([
      "step-start",
      "tool-read_title:output-available",
      "step-start",
      "text:done",
      "step-start",
      "data-run",
    ]);
    expect(chat.answer?.metadata).toMatchObject({ status: "failed" });
  });

  it("in a server tool closes the call and the message", async () => {
    const { server, chat } = setUp([{ calls: [call("s1", "look_up", { value: 1 }), call("s2", "explode")] }]);
    await chat.ask("Go.");
    expect([chat.status, server.posts.length]).toEqual(["error", 1]);
    expect(chat.part("s2")).toMatchObject({ state: "output-error", errorText: "This call ended without a result." });
    expect(lastStepIsSettled({ messages: chat.messages })).toBe(false);
    expect(lastStepIsSettled({ messages: await server.history() })).toBe(false);
    expect(JSON.stringify(server.exchanges)).not.toContain("secret");
  });

  it("is recovered by the same question, in one whole message", async () => {
    const { server, chat } = setUp([
      { calls: [call("c1", "read_title")] },
      { text: "I think", error: new Error("x") },
      done,
    ]);
    await chat.ask("Go.");
    const question = chat.messages[0] as UIMessage;
    await chat.sendMessage({ ...question, messageId: question.id });
    await chat.idle();
    expect(chat.status).toBe("ready");
    expect(chat.messages).toHaveLength(2);
    expect(partTypes(chat.answer)).toEqual([
      "step-start",
      "tool-read_title:output-available",
      "step-start",
      "text:done",
    ]);
    expect([said(chat.answer), chat.started.length, server.posts.length]).toEqual(["Done.", 1, 3]);
  });

  it("in which the answer is cut while it calls is no reason to post", async () => {
    const { server, chat } = setUp([{ text: "So", calls: [call("c1", "read_title")], finish: "length" }]);
    await chat.ask("Go.");
    expect([chat.stateOf("c1"), chat.started.length, chat.status, server.posts.length]).toEqual([
      "output-error",
      0,
      "ready",
      1,
    ]);
    expect(server.lastChunks.at(-1)).toMatchObject({ type: "finish", finishReason: "length" });
  });
});

describe("reattachment", () => {
  it("replays the whole message once, and starts nothing", async () => {
    let finish: (value: unknown) => void = () => {};
    const hold = new Promise((resolve) => (finish = resolve));
    const { server, chat } = setUp([
      { text: "First.", calls: [call("s1", "look_up", { value: 1 })] },
      { text: "Second.", hold, calls: [call("c1", "read_title")] },
      done,
    ]);
    server.cutAfter = 6;
    await chat.sendMessage({ text: "Go." });
    expect(chat.status).toBe("error");
    await vi.waitFor(() => expect(server.model.prompts).toHaveLength(2));
    const resumed = chat.resumeStream();
    await vi.waitFor(() => expect(said(chat.answer)).toContain("Second."));
    finish(null);
    await resumed;
    await chat.idle();
    expect(chat.messages).toHaveLength(2);
    expect(said(chat.answer)).toBe("First. Second.");
    // This page did not dispatch the call: it is shown as waiting, with its input, until somebody answers it.
    expect([chat.stateOf("c1"), chat.started.length]).toEqual(["input-streaming", 0]);
    await chat.addToolOutput({ tool: "read_title", toolCallId: "c1", output: "Orders" });
    await chat.idle();
    expect([chat.status, server.posts.length, said(chat.answer).endsWith("Done.")]).toEqual(["ready", 2, true]);
  });

  it("has nothing to say when nothing runs", async () => {
    const { server, chat } = setUp([done]);
    await chat.ask("Go.");
    await chat.resumeStream();
    expect([server.exchanges.at(-1)?.status, chat.status, said(chat.answer)]).toEqual([204, "ready", "Done."]);
  });

  it("gives a restored page a working card", async () => {
    const { server, chat } = setUp([{ text: "Sure.", calls: [call("p1", "refund", { amount: 200 })] }, done]);
    await chat.ask("Go.");
    const page = new HeadlessChat(server, { messages: await server.history(), handlers });
    expect(page.part("p1")).toMatchObject({ state: "approval-requested", input: { amount: 200 } });
    await page.decide("p1", true);
    await page.idle();
    expect([page.stateOf("p1"), said(page.answer), server.runs.refund]).toEqual(["output-available", "Sure. Done.", 1]);
  });

  it("gives a restored page its waiting call to answer", async () => {
    const { server, chat } = setUp([{ calls: [call("c1", "read_title")] }, done], {});
    await chat.ask("Go.");
    const page = new HeadlessChat(server, { messages: await server.history(), handlers });
    expect([page.stateOf("c1"), page.started.length]).toEqual(["input-available", 0]);
    await page.addToolOutput({ tool: "read_title", toolCallId: "c1", output: "Orders" });
    await page.idle();
    expect([page.messages.length, said(page.answer)]).toEqual([2, "Done."]);
  });
});

describe("two tabs", () => {
  async function twoTabs(steps: ScriptedStep[]) {
    const { server, chat } = setUp(steps);
    await chat.ask("Go.");
    const other = new HeadlessChat(server, { messages: chat.messages, handlers });
    return { server, chat, other };
  }

  it("that approve the same frontend call start it once, and neither posts for ever", async () => {
    const { server, chat, other } = await twoTabs([{ calls: [call("g1", "copy_text", { text: "a" })] }, done]);
    await Promise.all([chat.decide("g1", true), other.decide("g1", true)]);
    await Promise.all([chat.idle(), other.idle()]);
    expect(chat.started.length + other.started.length).toBe(1);
    expect(server.model.prompts).toHaveLength(2);
    expect(server.posts.length).toBeLessThanOrEqual(4);
  });

  it("of which one is late learn what storage knows, without another model call", async () => {
    const { server, chat, other } = await twoTabs([{ calls: [call("g1", "copy_text", { text: "a" })] }, done]);
    // The first tab's page is slow: its handler has not answered yet.
    const slow = new HeadlessChat(server, { messages: chat.messages });
    await slow.decide("g1", true);
    await slow.idle();
    expect(slow.stateOf("g1")).toBe("input-available");
    await other.decide("g1", true);
    await other.idle();
    expect(other.part("g1")).toMatchObject({ state: "input-streaming", input: { text: "a" } });
    expect([other.started.length, other.status, server.model.prompts.length, server.posts.length]).toEqual([
      0,
      "ready",
      1,
      3,
    ]);
  });

  it("of which one is a step behind get that step", async () => {
    const { chat, other } = await twoTabs([
      { calls: [call("p1", "refund")] },
      { text: "Refunded.", calls: [call("p2", "refund")] },
      done,
    ]);
    await chat.decide("p1", true);
    await chat.idle();
    await other.decide("p1", true);
    await other.idle();
    expect(other.messages).toEqual(chat.messages);
    expect(other.stateOf("p2")).toBe("approval-requested");
  });

  it("that decide differently have one winner; the other is told", async () => {
    const server = new ChatServer([{ calls: [call("g1", "copy_text")] }, done]);
    const chat = new HeadlessChat(server);
    await chat.ask("Go.");
    const other = new HeadlessChat(server, { messages: chat.messages });
    await chat.decide("g1", true);
    await chat.idle();
    await other.decide("g1", false);
    await other.idle();
    expect([other.status, server.posts.at(-1)?.status, server.posts.length]).toEqual(["error", 409, 3]);
    expect(JSON.parse(other.error?.message ?? "")).toMatchObject({
      error: { code: "conflict", settled: { g1: { approved: true } } },
    });
    expect(chat.stateOf("g1")).toBe("input-available");
  });
});

describe("the same question", () => {
  it("is not asked twice: a finished answer is replayed", async () => {
    const { server, chat } = setUp([{ text: "A", calls: [call("s1", "look_up", { value: 1 })] }, done]);
    await chat.ask("Go.");
    const before = structuredClone(chat.answer);
    const question = chat.messages[0] as UIMessage;
    await chat.sendMessage({ ...question, messageId: question.id });
    await chat.idle();
    expect([chat.messages.length, chat.answer]).toEqual([2, before]);
    expect(server.model.prompts).toHaveLength(2);
  });

  it("gets another answer in the place of the old one when it is regenerated", async () => {
    const { server, chat } = setUp([{ text: "One." }, { text: "Two." }]);
    await chat.ask("Go.");
    await chat.regenerate();
    await chat.idle();
    expect([chat.messages.length, said(chat.answer)]).toEqual([2, "Two."]);
    expect((await server.history()).map(said)).toEqual(["Go.", "Two."]);
  });
});

describe("a page that posts only the newest message", () => {
  it("gets the same conversation", async () => {
    const { server, chat } = setUp([{ calls: [call("g1", "copy_text")] }, done, { text: "Next." }], {
      handlers,
      lastOnly: true,
    });
    await chat.ask("Go.");
    await chat.decide("g1", true);
    await chat.idle();
    await chat.ask("More.");
    expect(server.posts.every((post) => post.request.body?.messages.length === 1)).toBe(true);
    expect([chat.messages.length, said(chat.answer), server.posts.length]).toEqual([4, "Next.", 4]);
  });
});
