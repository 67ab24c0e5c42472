// @vitest-environment happy-dom

import type { UIMessage } from "ai";
import { describe, expect, test, vi } from "vitest";
import { createFakeServer, question, runInfo, stream } from "./testing/fake-server";
import { textStep, texts } from "./testing/frames";
import { createMemoryStorage, openThread } from "./testing/thread";
import { until } from "./testing/until";

const asked = question("q1", "What is the title?");

function waiting(toolName: string, state: "input-available" | "approval-requested" = "input-available"): UIMessage {
  return {
    id: "a1",
    role: "assistant",
    parts: [
      { type: "step-start" },
      {
        type: `tool-${toolName}`,
        toolCallId: "c1",
        input: { x: 1 },
        state,
        ...(state === "approval-requested" ? { approval: { id: "c1" } } : {}),
      } as UIMessage["parts"][number],
    ],
  };
}

function suspended(toolName: string, type: "approval" | "tool-results" = "tool-results") {
  return runInfo("suspended", { id: "i1", type, calls: [{ callId: "c1", toolName, input: { x: 1 } }] });
}

describe("restore", () => {
  test("paints the tab's copy first and takes the server's history when it arrives", async () => {
    const server = createFakeServer({ messages: [asked, question("q2", "From elsewhere")], run: runInfo("completed") });
    const storage = createMemoryStorage();
    const before = openThread(server, {}, storage).thread;
    before.chat.messages = [asked];
    before.save();

    const { thread } = openThread(server, {}, storage);
    thread.connect();
    expect(texts(thread.chat.messages)).toBe("What is the title?");
    await until(() => thread.state.get().restored);
    expect(texts(thread.chat.messages)).toBe("What is the title?|From elsewhere");
  });

  test("a question that the server never got is back in the draft", async () => {
    const server = createFakeServer();
    const storage = createMemoryStorage();
    const before = openThread(server, {}, storage).thread;
    before.chat.messages = [asked];
    before.save();

    const { thread } = openThread(server, {}, storage);
    thread.connect();
    await until(() => thread.state.get().restored);
    expect(thread.chat.messages).toEqual([]);
    expect(thread.state.get().draft).toBe("What is the title?");
  });

  test("follows a run that is still running, and reads the history again when its stream has ended", async () => {
    const server = createFakeServer({ messages: [asked], run: runInfo("running") });
    server.streams.push(() => {
      server.history = {
        messages: [asked, { id: "a1", role: "assistant", parts: [{ type: "text", text: "Done" }] }],
        run: runInfo("completed"),
      };
      return stream({ type: "start", messageId: "a1" }, ...textStep("Do"), { type: "finish" });
    });
    const { thread } = openThread(server);
    thread.connect();
    await until(() => texts(thread.chat.messages) === "What is the title?|Done");
    expect(server.requests).toEqual(["GET /api/chat/t1", "GET /api/chat/t1/stream", "GET /api/chat/t1"]);
    expect(server.posts).toEqual([]);
  });

  test("a followed stream starts no browser tool", async () => {
    const work = vi.fn(() => "ran");
    const server = createFakeServer({ messages: [asked], run: runInfo("running") });
    server.streams.push(() => {
      server.history = { messages: [asked], run: runInfo("completed") };
      return stream(
        { type: "start", messageId: "a1" },
        { type: "start-step" },
        { type: "tool-input-available", toolCallId: "c1", toolName: "copy_text", input: {} },
        { type: "finish-step" },
        { type: "finish" },
      );
    });
    const { thread } = openThread(server, { copy_text: work });
    thread.connect();
    await until(() => server.requests.length === 3);
    expect(thread.state.get().started.size).toBe(0);
    expect(work).not.toHaveBeenCalled();
  });

  test("a run that claims to run but has no stream is not asked for ever", async () => {
    const server = createFakeServer({ messages: [asked], run: runInfo("running") });
    const { thread, pauses } = openThread(server);
    thread.connect();
    await until(() => pauses.length === 5);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(server.requests.filter((request) => request.endsWith("/stream"))).toHaveLength(5);
  });

  test("a failed run shows its error, and Retry repeats the question by its id", async () => {
    const server = createFakeServer({
      messages: [asked],
      run: { ...runInfo("failed"), error: { code: "model", message: "The model failed." } },
    });
    const { thread } = openThread(server);
    thread.connect();
    await until(() => thread.state.get().problem !== null);
    expect(thread.state.get().problem).toMatchObject({ title: "The model failed.", retry: true });

    server.chat.push(stream({ type: "start", messageId: "a1" }, ...textStep("Now it works"), { type: "finish" }));
    await thread.retry();
    expect(server.posts).toMatchObject([{ messages: [{ id: "q1", role: "user" }] }]);
    expect(texts(thread.chat.messages)).toBe("What is the title?|Now it works");
  });

  test("a server that cannot be reached is asked again, and what is typed meanwhile is kept", async () => {
    const server = createFakeServer({ messages: [asked], run: null });
    const down = () => Promise.reject(new TypeError("Failed to fetch"));
    server.historyAnswers.push(down, down, down);
    const { thread, pauses } = openThread(server);
    thread.setDraft("half a question");
    thread.connect();
    await until(() => thread.state.get().problem !== null);
    expect(thread.state.get().problem).toMatchObject({ kind: "catch-up", retry: true });
    await thread.retry();
    expect(pauses).toEqual([500, 1_000]);
    expect(thread.state.get()).toMatchObject({ problem: null, reconnecting: false, draft: "half a question" });
    expect(texts(thread.chat.messages)).toBe("What is the title?");
  });
});

describe("calls that wait after a reload", () => {
  test("a tool that is safe to repeat runs by itself", async () => {
    const server = createFakeServer({ messages: [asked, waiting("read_title")], run: suspended("read_title") });
    server.chat.push(stream({ type: "start", messageId: "a1" }, ...textStep("Order desk"), { type: "finish" }));
    const { thread } = openThread(server, { read_title: () => "Order desk" });
    thread.connect();
    await until(() => texts(thread.chat.messages).endsWith("Order desk"));
    expect(server.posts).toMatchObject([
      {
        messages: [{ id: "a1", parts: [{ type: "step-start" }, { state: "output-available", output: "Order desk" }] }],
      },
    ]);
  });

  test("any other waits for a person, and runs once however often it is asked", async () => {
    const work = vi.fn(() => "copied");
    const server = createFakeServer({ messages: [asked, waiting("copy_text")], run: suspended("copy_text") });
    const { thread } = openThread(server, { copy_text: work });
    thread.connect();
    await until(() => thread.state.get().restored);
    expect(work).not.toHaveBeenCalled();

    server.chat.push(stream({ type: "start", messageId: "a1" }, ...textStep("Copied"), { type: "finish" }));
    thread.actions.run("c1");
    thread.actions.run("c1");
    await until(() => texts(thread.chat.messages).endsWith("Copied"));
    expect(work).toHaveBeenCalledTimes(1);
    expect(server.posts).toHaveLength(1);
  });

  test("Cancel answers with the cancellation error", async () => {
    const server = createFakeServer({ messages: [asked, waiting("copy_text")], run: suspended("copy_text") });
    server.chat.push(stream({ type: "start", messageId: "a1" }, ...textStep("Fine"), { type: "finish" }));
    const { thread } = openThread(server);
    thread.connect();
    thread.actions.cancel("c1");
    await until(() => texts(thread.chat.messages).endsWith("Fine"));
    expect(server.posts[0]?.messages[0]?.parts[1]).toMatchObject({
      state: "output-error",
      errorText: "Frontend tool execution cancelled.",
    });
  });

  test("an outcome that the reload kept from being sent is delivered, and the tool does not run again", async () => {
    const work = vi.fn(() => "copied");
    const storage = createMemoryStorage();
    const server = createFakeServer({ messages: [asked, waiting("copy_text")], run: suspended("copy_text") });
    server.chat.push(() => new Promise(() => undefined));
    const before = openThread(server, { copy_text: work }, storage).thread;
    before.connect();
    before.actions.run("c1");
    await until(() => server.posts.length === 1);
    before.disconnect();

    server.chat.push(stream({ type: "start", messageId: "a1" }, ...textStep("Copied"), { type: "finish" }));
    const { thread } = openThread(server, { copy_text: work }, storage);
    thread.connect();
    await until(() => texts(thread.chat.messages).endsWith("Copied"));
    expect(work).toHaveBeenCalledTimes(1);
  });

  test("an approval that was decided in the moment of the reload is sent", async () => {
    const storage = createMemoryStorage();
    const server = createFakeServer({
      messages: [asked, waiting("refund_order", "approval-requested")],
      run: suspended("refund_order", "approval"),
    });
    const before = openThread(server, {}, storage).thread;
    before.connect();
    server.chat.push(() => new Promise(() => undefined));
    before.actions.decide("c1", { approved: true });
    await until(() => server.posts.length === 1);
    before.disconnect();

    server.chat.push(stream({ type: "start", messageId: "a1" }, ...textStep("Refunded"), { type: "finish" }));
    const { thread } = openThread(server, {}, storage);
    thread.connect();
    await until(() => texts(thread.chat.messages).endsWith("Refunded"));
  });
});
