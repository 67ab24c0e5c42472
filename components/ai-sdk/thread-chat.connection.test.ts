// @vitest-environment happy-dom

import type { UIMessage, UIMessageChunk } from "ai";
import { expect, test } from "vitest";
import { createFakeServer, runInfo, stream } from "./testing/fake-server";
import { finish, start, textStep, texts } from "./testing/frames";
import { connectThread } from "./testing/thread";
import { until } from "./testing/until";

const down = () => Promise.reject(new TypeError("Failed to fetch"));

/** The history that holds the posted question, under the run's state. */
function accept(
  server: ReturnType<typeof createFakeServer>,
  status: "running" | "completed" | "failed",
  answer?: string,
) {
  const question = server.posts[0]?.messages[0] as UIMessage;
  const messages = answer
    ? [question, { id: "a1", role: "assistant" as const, parts: [{ type: "text" as const, text: answer }] }]
    : [question];
  server.history = { messages, run: runInfo(status) };
}

/** A run that has failed while the connection was away for good. */
async function brokenOffUnseen() {
  const server = createFakeServer();
  const { thread } = await connectThread(server);
  server.chat.push(() => {
    accept(server, "failed");
    return down();
  });
  server.historyAnswers.push(down, down, down, down, down, down);
  await thread.send("Hi");
  await until(() => thread.state.get().problem?.kind === "catch-up" && !thread.state.get().reconnecting);
  return { server, thread };
}

test("a stream that breaks off is taken up again from the run's own log", async () => {
  const server = createFakeServer();
  server.chat.push(() => {
    accept(server, "running");
    return stream(
      start,
      { type: "start-step" },
      { type: "text-start", id: "t" },
      { type: "text-delta", id: "t", delta: "Hel" },
    );
  });
  server.streams.push(() => {
    accept(server, "completed", "Hello");
    return stream(start, ...textStep("Hello"), finish);
  });
  const { thread } = await connectThread(server);
  await thread.send("Hi");
  await until(() => texts(thread.chat.messages) === "Hi|Hello" && !thread.state.get().reconnecting);
  expect(server.posts).toHaveLength(1);
  expect(thread.state.get().problem).toBeNull();
  expect(thread.chat.status).toBe("ready");
});

test("a stream that breaks off every time is taken up every time", async () => {
  const server = createFakeServer();
  server.chat.push(() => {
    accept(server, "running");
    return stream(start);
  });
  server.streams.push(stream(start), stream(start), () => {
    accept(server, "completed", "Hello");
    return stream(start, ...textStep("Hello"), finish);
  });
  const { thread, pauses } = await connectThread(server);
  await thread.send("Hi");
  await until(() => texts(thread.chat.messages) === "Hi|Hello" && !thread.state.get().reconnecting);
  expect(pauses).toEqual([500, 500]);
});

test("a question whose request was lost is sent again under its id", async () => {
  const server = createFakeServer();
  server.chat.push(down, stream(start, ...textStep("Hello"), finish));
  const { thread } = await connectThread(server);
  await thread.send("Hi");
  await until(() => texts(thread.chat.messages) === "Hi|Hello");
  expect(server.posts.map((post) => post.messages[0]?.id)).toEqual([
    server.posts[0]?.messages[0]?.id,
    server.posts[0]?.messages[0]?.id,
  ]);
});

test("a question whose response was lost is not sent again", async () => {
  const server = createFakeServer();
  server.chat.push(() => {
    accept(server, "completed", "Hello");
    return down();
  });
  const { thread } = await connectThread(server);
  await thread.send("Hi");
  await until(() => texts(thread.chat.messages) === "Hi|Hello");
  expect(server.posts).toHaveLength(1);
});

test("a connection that stays away is reported, with the question still there", async () => {
  const server = createFakeServer();
  const { thread, pauses } = await connectThread(server);
  server.chat.push(down);
  server.historyAnswers.push(down, down, down, down, down, down);
  await thread.send("Hi");
  await until(() => thread.state.get().problem !== null && !thread.state.get().reconnecting);
  expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000]);
  expect(thread.state.get().problem).toMatchObject({ title: "The connection was lost", kind: "catch-up" });
  expect(texts(thread.chat.messages)).toBe("Hi");

  server.chat.push(stream(start, ...textStep("Hello"), finish));
  await thread.retry();
  expect(texts(thread.chat.messages)).toBe("Hi|Hello");
});

test("one Retry is enough where the run has broken off with the connection", async () => {
  const { server, thread } = await brokenOffUnseen();
  server.chat.push(stream(start, ...textStep("Hello"), finish));
  await thread.retry();
  expect(texts(thread.chat.messages)).toBe("Hi|Hello");
  expect(server.posts[1]?.messages[0]?.id).toBe(server.posts[0]?.messages[0]?.id);
  expect(thread.state.get().problem).toBeNull();
});

test("a network that is back catches up, and tries nothing again that has failed", async () => {
  const { server, thread } = await brokenOffUnseen();
  await thread.online();
  expect(thread.state.get().problem?.kind).toBe("recover");
  expect(server.posts).toHaveLength(1);
});

test("answers whose request was lost are sent again", async () => {
  const server = createFakeServer();
  server.chat.push(
    stream(
      start,
      { type: "start-step" },
      { type: "tool-input-available", toolCallId: "c1", toolName: "pick_date", input: { label: "When?" } },
      { type: "finish-step" },
      finish,
    ),
    down,
    stream(start, ...textStep("Noted"), finish),
  );
  const { thread } = await connectThread(server);
  await thread.send("Pick");
  server.history = {
    messages: structuredClone(thread.chat.messages),
    run: runInfo("suspended", {
      id: "i1",
      type: "tool-results",
      calls: [{ callId: "c1", toolName: "pick_date", input: {} }],
    }),
  };
  thread.actions.answer("c1", "2026-03-02");
  await until(() => texts(thread.chat.messages).endsWith("Noted"));
  expect(server.posts).toHaveLength(3);
});

test("an error frame is the run's failure, and Retry continues the run by its question", async () => {
  const server = createFakeServer();
  server.chat.push(stream(start, { type: "error", errorText: "The model failed." }, finish));
  const { thread } = await connectThread(server);
  await thread.send("Hi");
  await until(() => thread.state.get().problem !== null);
  expect(thread.state.get().problem).toMatchObject({ title: "The model failed.", kind: "recover" });
  server.chat.push(stream(start, ...textStep("Hello"), finish));
  await thread.retry();
  expect(texts(thread.chat.messages)).toBe("Hi|Hello");
  expect(server.posts[1]?.messages[0]?.id).toBe(server.posts[0]?.messages[0]?.id);
});

test("Stop ends the run on the server and keeps what has been written", async () => {
  const server = createFakeServer();
  let end: () => void = () => undefined;
  server.chat.push(() => {
    accept(server, "completed", "Hel");
    const encoder = new TextEncoder();
    const frame = (chunk: UIMessageChunk) => encoder.encode(`data: ${JSON.stringify(chunk)}\n\n`);
    return new Response(
      new ReadableStream({
        start(controller) {
          for (const chunk of [
            start,
            { type: "start-step" },
            { type: "text-start", id: "t" },
            { type: "text-delta", id: "t", delta: "Hel" },
          ] as UIMessageChunk[]) {
            controller.enqueue(frame(chunk));
          }
          end = () => {
            controller.enqueue(frame(finish));
            controller.close();
          };
        },
      }),
    );
  });
  server.stops.push(() => {
    end();
    return Response.json({ stopped: true });
  });
  const { thread } = await connectThread(server);
  const sent = thread.send("Hi");
  await until(() => texts(thread.chat.messages) === "Hi|Hel");
  await thread.stop();
  await sent;
  expect(server.requests).toContain("POST /api/threads/t1/stop");
  expect(texts(thread.chat.messages)).toBe("Hi|Hel");
  expect(thread.state.get()).toMatchObject({ stopping: false, problem: null });
});

test("Stop closes a stream that the server does not end", async () => {
  const server = createFakeServer();
  server.chat.push(() => {
    accept(server, "completed", "Hel");
    return new Response(
      new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(start)}\n\n`)),
      }),
    );
  });
  const { thread } = await connectThread(server);
  void thread.send("Hi");
  await until(() => thread.chat.messages.length === 2);
  await thread.stop();
  expect(thread.chat.status).toBe("ready");
  expect(texts(thread.chat.messages)).toBe("Hi|Hel");
});

test("a Stop that fails says so", async () => {
  const server = createFakeServer();
  server.stops.push(down);
  const { thread } = await connectThread(server);
  await thread.stop();
  expect(thread.state.get()).toMatchObject({ stopping: false, problem: { title: "The connection was lost" } });
});
