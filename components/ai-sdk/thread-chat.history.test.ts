// @vitest-environment happy-dom

import type { UIMessage } from "ai";
import { describe, expect, test } from "vitest";
import { createFakeServer, question, refusal, runInfo, stream } from "./testing/fake-server";
import { call, finish, start, step, textStep, texts } from "./testing/frames";
import { connectThread } from "./testing/thread";
import { until } from "./testing/until";

describe("older messages", () => {
  test("are put before the newest page, and stay there when the page looks again", async () => {
    const newest = { messages: [question("q2", "Second")], run: null, after: 1, before: "q2" };
    const server = createFakeServer();
    server.historyAnswers.push(
      Response.json(newest),
      Response.json({ messages: [question("q1", "First")], run: null, after: 1, before: null }),
      Response.json(newest),
    );
    const { thread } = await connectThread(server);
    expect(thread.state.get().before).toBe("q2");
    await thread.loadEarlier();
    expect(server.requests.at(-1)).toBe("GET /api/chat/t1?before=q2");
    expect(texts(thread.chat.messages)).toBe("First|Second");
    expect(thread.state.get()).toMatchObject({ before: null, loadingEarlier: false });
    await thread.refresh();
    expect(texts(thread.chat.messages)).toBe("First|Second");
    expect(thread.state.get().before).toBeNull();
  });

  test("that cannot be loaded leave the conversation as it is", async () => {
    const server = createFakeServer();
    server.historyAnswers.push(
      Response.json({ messages: [question("q2", "Second")], run: null, after: 1, before: "q2" }),
      refusal(503, "unavailable"),
    );
    const { thread } = await connectThread(server);
    await thread.loadEarlier();
    expect(texts(thread.chat.messages)).toBe("Second");
    expect(thread.state.get()).toMatchObject({ before: "q2", loadingEarlier: false });
    expect(thread.state.get().problem).not.toBeNull();
  });
});

describe("another answer", () => {
  const answered = {
    messages: [
      question("q1", "Hi"),
      { id: "a1", role: "assistant", parts: [{ type: "text", text: "Hello" }] } as UIMessage,
    ],
    run: runInfo("completed"),
  };

  test("is asked for with the question, and replaces the one there is", async () => {
    const server = createFakeServer(answered);
    server.chat.push(stream({ type: "start", messageId: "a2" }, ...textStep("Good day"), finish));
    const { thread } = await connectThread(server);
    await thread.regenerate();
    expect(server.posts).toMatchObject([{ trigger: "regenerate-message", messages: [{ id: "q1" }] }]);
    expect(texts(thread.chat.messages)).toBe("Hi|Good day");
  });

  test("to an edited question replaces both, under the question's id", async () => {
    const server = createFakeServer(answered);
    server.chat.push(stream({ type: "start", messageId: "a2" }, ...textStep("Good evening"), finish));
    const { thread } = await connectThread(server);
    await thread.edit("Good day");
    expect(server.posts).toMatchObject([
      { trigger: "regenerate-message", messages: [{ id: "q1", parts: [{ type: "text", text: "Good day" }] }] },
    ]);
    expect(texts(thread.chat.messages)).toBe("Good day|Good evening");
  });

  test("to an edited question that is refused brings both back", async () => {
    const server = createFakeServer(answered);
    server.chat.push(refusal(409, "run-in-flight"));
    const { thread } = await connectThread(server);
    await thread.edit("Good day");
    await until(() => texts(thread.chat.messages) === "Hi|Hello");
    expect(thread.state.get().problem).not.toBeNull();
  });

  test("that is refused brings the old one back", async () => {
    const server = createFakeServer(answered);
    server.chat.push(refusal(409, "run-in-flight"));
    const { thread } = await connectThread(server);
    await thread.regenerate();
    await until(() => thread.state.get().problem !== null);
    expect(texts(thread.chat.messages)).toBe("Hi|Hello");
  });
});

describe("looking again", () => {
  test("shows what another window has done, and asks at most every two seconds", async () => {
    const server = createFakeServer({ messages: [question("q1", "Hi")], run: runInfo("completed") });
    const { thread } = await connectThread(server);
    server.history = { messages: [question("q1", "Hi"), question("q2", "From elsewhere")], run: runInfo("completed") };
    await thread.refresh();
    await thread.refresh();
    expect(texts(thread.chat.messages)).toBe("Hi|From elsewhere");
    expect(server.requests).toEqual(["GET /api/chat/t1", "GET /api/chat/t1"]);
  });

  test("does not disturb a page that is busy", async () => {
    const server = createFakeServer();
    server.chat.push(stream(start, ...step(call("c1", "slow")), finish));
    const { thread } = await connectThread(server, { slow: () => new Promise(() => undefined) });
    await thread.send("Read");
    await until(() => thread.state.get().running.size === 1);
    const before = server.requests.length;
    await thread.refresh();
    expect(server.requests).toHaveLength(before);
  });
});
