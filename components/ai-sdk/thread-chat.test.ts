// @vitest-environment happy-dom
import { describe, expect, test, vi } from "vitest";
import { createFakeServer, question, refusal, runInfo, stream } from "./testing/fake-server";
import { approval, call, finish, start, states, step, textStep, texts } from "./testing/frames";
import { connectThread, openThread } from "./testing/thread";
import { until } from "./testing/until";

/** A page whose agent asks for the approval of `c1`, and of `c2` too with `both`. */
async function asking(both = false) {
  const server = createFakeServer();
  server.chat.push(
    stream(start, ...step(...approval("c1", "refund_order"), ...(both ? approval("c2", "refund_order") : [])), finish),
  );
  const { thread } = await connectThread(server);
  await thread.send("Refund it");
  return { server, thread };
}

describe("a turn", () => {
  test("posts only the last message", async () => {
    const server = createFakeServer({ messages: [question("q0", "Earlier")], run: runInfo("completed") });
    server.chat.push(stream(start, ...textStep("Hello"), finish));
    const { thread } = await connectThread(server);
    await thread.send("Hi");
    expect(server.posts).toHaveLength(1);
    expect(server.posts[0]).toMatchObject({
      id: "t1",
      trigger: "submit-message",
      messages: [{ parts: [{ text: "Hi" }] }],
    });
    expect(server.posts[0]?.messages).toHaveLength(1);
    expect(texts(thread.chat.messages)).toBe("Earlier|Hi|Hello");
  });

  test("takes files along, and gives them back with the text when the question is refused", async () => {
    const server = createFakeServer();
    server.chat.push(refusal(409, "run-in-flight"), stream(start, ...textStep("Seen"), finish));
    const { thread } = await connectThread(server);
    const file = new File(["hello"], "notes.txt", { type: "text/plain" });
    await thread.attach([file, new File(["x"], "a.pdf", { type: "application/pdf" })]);
    expect(thread.state.get().problem?.advice).toContain("a.pdf");
    await thread.send("Read this");
    await until(() => thread.state.get().draft === "Read this");
    expect(thread.state.get().files.map(({ filename }) => filename)).toEqual(["notes.txt"]);
    await thread.send("");
    expect(thread.state.get().files).toEqual([]);
    const part = {
      type: "file",
      mediaType: "text/plain",
      filename: "notes.txt",
      url: "data:text/plain;base64,aGVsbG8=",
    };
    expect(server.posts.map(({ messages }) => messages[0]?.parts)).toEqual([
      [part, { type: "text", text: "Read this" }],
      [part],
    ]);
  });

  test("a dispatched call runs while the response is still being read, and its answer follows by itself", async () => {
    const server = createFakeServer();
    server.chat.push(
      stream(start, ...step(call("c1", "work", { x: 1 })), finish),
      stream(start, ...textStep("Title read"), finish),
    );
    const work = vi.fn(async () => "Order desk");
    const { thread } = await connectThread(server, { work });
    await thread.send("Read the title");
    await until(() => texts(thread.chat.messages) === "Read the title|Title read");
    expect(work).toHaveBeenCalledExactlyOnceWith({ x: 1 });
    expect(server.posts[1]?.messages).toHaveLength(1);
    expect(server.posts[1]?.messages[0]).toMatchObject({ id: "a1", role: "assistant" });
  });

  test("a slow handler does not keep another call's answer back", async () => {
    const server = createFakeServer();
    server.chat.push(stream(start, ...step(call("c1", "slow"), call("c2", "quick")), finish));
    const { thread } = await connectThread(server, { slow: () => new Promise(() => undefined), quick: () => 2 });
    await thread.send("Both");
    await until(() => states(thread.chat.messages).c2 === "output-available");
    expect(states(thread.chat.messages).c1).toBe("input-available");
    expect([...thread.state.get().running]).toEqual(["c1"]);
  });

  test("a handler that throws gives the call its error, and the turn goes on", async () => {
    const server = createFakeServer();
    server.chat.push(stream(start, ...step(call("c1", "work")), finish), stream(start, ...textStep("I see"), finish));
    const { thread } = await connectThread(server, {
      work: () => {
        throw new Error("Nothing matches.");
      },
    });
    await thread.send("Read");
    await until(() => texts(thread.chat.messages).endsWith("I see"));
    expect(server.posts[1]?.messages[0]?.parts).toMatchObject([
      {},
      { state: "output-error", errorText: "Nothing matches." },
    ]);
  });

  test("a person's call waits for the person", async () => {
    const server = createFakeServer();
    server.chat.push(stream(start, ...step(call("c1", "pick_date", { label: "When?" })), finish));
    const { thread } = await connectThread(server);
    await thread.send("Pick");
    expect(states(thread.chat.messages).c1).toBe("input-available");
    server.chat.push(stream(start, ...textStep("Noted"), finish));
    thread.actions.answer("c1", "2026-03-02");
    await until(() => texts(thread.chat.messages).endsWith("Noted"));
    expect(server.posts[1]?.messages[0]?.parts[1]).toMatchObject({ state: "output-available", output: "2026-03-02" });
  });

  test("sending while the history is still on its way waits for it, and sends once", async () => {
    const server = createFakeServer({ messages: [question("q0", "Earlier")], run: null });
    server.chat.push(stream(start, ...textStep("Hello"), finish));
    const { thread } = openThread(server);
    thread.connect();
    const sent = thread.send("Hi");
    void thread.send("Hi");
    expect(thread.state.get()).toMatchObject({ sending: true, draft: "" });
    await sent;
    expect(server.posts).toHaveLength(1);
    expect(texts(thread.chat.messages)).toBe("Earlier|Hi|Hello");
  });
});

describe("approvals", () => {
  test("a double click sends one decision", async () => {
    const { server, thread } = await asking();
    server.chat.push(stream(start, ...textStep("Refunded"), finish));
    thread.actions.decide("c1", { approved: true, reason: "Fair" });
    thread.actions.decide("c1", { approved: false });
    await until(() => texts(thread.chat.messages).endsWith("Refunded"));
    expect(server.posts).toHaveLength(2);
    expect(server.posts[1]?.messages[0]?.parts[1]).toMatchObject({
      state: "approval-responded",
      approval: { id: "c1", approved: true, reason: "Fair" },
    });
  });

  test("of two, the first decision waits for the second, also when the page looks again meanwhile", async () => {
    const { server, thread } = await asking(true);
    server.history = {
      messages: structuredClone(thread.chat.messages),
      run: runInfo("suspended", {
        id: "i1",
        type: "approval",
        calls: ["c1", "c2"].map((callId) => ({ callId, toolName: "refund_order", input: {} })),
      }),
    };
    thread.actions.decide("c1", { approved: false });
    await until(() => states(thread.chat.messages).c1 === "approval-responded");
    await thread.refresh();
    expect(states(thread.chat.messages)).toEqual({ c1: "approval-responded", c2: "approval-requested" });
    expect(server.posts).toHaveLength(1);

    server.chat.push(stream(start, ...textStep("One refunded"), finish));
    thread.actions.decide("c2", { approved: true });
    await until(() => server.posts.length === 2);
  });

  test("the loser of a race learns who won and sees the server's history", async () => {
    const { server, thread } = await asking();
    server.history = {
      messages: [
        question("q1", "Refund it"),
        { id: "a1", role: "assistant", parts: [{ type: "text", text: "Refunded" }] },
      ],
      run: runInfo("completed"),
    };
    server.chat.push(refusal(400, "no-run", { settled: { c1: { approved: true } } }));
    thread.actions.decide("c1", { approved: false });
    await until(() => thread.state.get().problem !== null);
    expect(thread.state.get().problem).toMatchObject({ title: "Already approved elsewhere." });
    expect(thread.state.get().notes).toEqual({ c1: "Already approved elsewhere." });
    expect(texts(thread.chat.messages)).toBe("Refund it|Refunded");
    expect(thread.chat.status).toBe("ready");
  });

  test("a decision that was refused can be made again", async () => {
    const { server, thread } = await asking();
    server.history = {
      messages: structuredClone(thread.chat.messages),
      run: runInfo("suspended", {
        id: "i1",
        type: "approval",
        calls: [{ callId: "c1", toolName: "refund_order", input: {} }],
      }),
    };
    server.chat.push(refusal(409, "stale"));
    thread.actions.decide("c1", { approved: true });
    await until(() => thread.state.get().problem !== null);
    expect(states(thread.chat.messages).c1).toBe("approval-requested");
    server.chat.push(stream(start, ...textStep("Refunded"), finish));
    thread.actions.decide("c1", { approved: true });
    await until(() => texts(thread.chat.messages).endsWith("Refunded"));
  });
});

describe("a question while the agent waits", () => {
  test("cancels the open calls in the same request", async () => {
    const { server, thread } = await asking();
    server.chat.push(stream({ type: "start", messageId: "a2" }, ...textStep("Fine"), finish));
    await thread.send("Never mind");
    const [answers, asked] = server.posts[1]?.messages ?? [];
    expect(answers?.parts[1]).toMatchObject({ state: "approval-responded", approval: { approved: false } });
    expect(asked).toMatchObject({ role: "user", parts: [{ text: "Never mind" }] });
    expect(texts(thread.chat.messages)).toBe("Refund it||Never mind|Fine");
    expect(states(thread.chat.messages).c1).toBe("output-denied");
  });

  test("drops what a cancelled handler still returns", async () => {
    let done: (value: string) => void = () => undefined;
    const server = createFakeServer();
    server.chat.push(stream(start, ...step(call("c1", "slow")), finish));
    const { thread } = await connectThread(server, {
      slow: () =>
        new Promise<string>((resolve) => {
          done = resolve;
        }),
    });
    await thread.send("Read");
    server.chat.push(stream({ type: "start", messageId: "a2" }, ...textStep("Fine"), finish));
    await until(() => thread.state.get().running.size === 1);
    await new Promise((resolve) => setTimeout(resolve, 5));
    await thread.send("Never mind");
    done("late");
    await until(() => thread.state.get().running.size === 0);
    expect(states(thread.chat.messages).c1).toBe("output-error");
    expect(server.posts).toHaveLength(2);
  });
});

describe("a refused question", () => {
  test("that comes while the run is live is back in the draft, and the wait shows again", async () => {
    const { server, thread } = await asking();
    server.history = {
      messages: structuredClone(thread.chat.messages),
      run: runInfo("suspended", {
        id: "i1",
        type: "approval",
        calls: [{ callId: "c1", toolName: "refund_order", input: {} }],
      }),
    };
    server.chat.push(refusal(409, "run-in-flight"));
    await thread.send("Never mind");
    await until(() => thread.state.get().problem !== null);
    expect(thread.state.get()).toMatchObject({
      draft: "Never mind",
      problem: { title: "The agent is not finished yet" },
    });
    expect(texts(thread.chat.messages)).toBe("Refund it|");
    expect(states(thread.chat.messages).c1).toBe("approval-requested");
  });

  test("is put before what has been typed since", async () => {
    const server = createFakeServer();
    server.chat.push(() => {
      thread.setDraft("and another thing");
      return refusal(400, "invalid-input");
    });
    const { thread } = await connectThread(server);
    await thread.send("Bad");
    await until(() => thread.state.get().problem !== null);
    expect(thread.state.get().draft).toBe("Bad\nand another thing");
    expect(thread.chat.messages).toEqual([]);
  });

  test("that may succeed later stays, and Retry sends it under the same id", async () => {
    const server = createFakeServer();
    server.chat.push(refusal(503, "unavailable"));
    const { thread } = await connectThread(server);
    await thread.send("Hi");
    await until(() => thread.state.get().problem !== null);
    expect(thread.state.get().problem).toMatchObject({ retry: true, requestId: "req_1" });
    expect(texts(thread.chat.messages)).toBe("Hi");
    server.chat.push(stream(start, ...textStep("Hello"), finish));
    await thread.retry();
    expect(texts(thread.chat.messages)).toBe("Hi|Hello");
    expect(server.posts[1]?.messages[0]?.id).toBe(server.posts[0]?.messages[0]?.id);
    expect(thread.state.get().problem).toBeNull();
  });

  test("goes back into the draft when its banner is closed", async () => {
    const server = createFakeServer();
    server.chat.push(refusal(503, "unavailable"));
    const { thread } = await connectThread(server);
    await thread.send("Hi");
    await until(() => thread.state.get().problem !== null);
    thread.dismiss();
    expect(thread.state.get()).toMatchObject({ problem: null, draft: "Hi" });
    expect(thread.chat.messages).toEqual([]);
  });
});
