import { describe, expect, it } from "vitest";
import type { Json } from "../../json";
import { ChatServer, type ScriptedStep } from "./testing/chat-server";
import { HeadlessChat, type HeadlessChatOptions } from "./testing/headless-chat";

const handlers = { read_title: () => "Orders", read_text: () => "Some text", copy_text: () => true };
const done: ScriptedStep = { text: "Done." };
const call = (id: string, name: string, input: Json = {}) => ({ id, name, input });

function setUp(steps: ScriptedStep[], options: HeadlessChatOptions = { handlers }) {
  const server = new ChatServer(steps);
  return { server, chat: new HeadlessChat(server, options) };
}

function texts(chat: HeadlessChat): string[] {
  return (chat.answer?.parts ?? []).flatMap((part) => (part.type === "text" ? [part.text] : []));
}

/** What the model was told about a call, in its newest prompt. */
function told(server: ChatServer, callId: string) {
  const results = (server.model.prompts.at(-1)?.prompt ?? []).flatMap((message) =>
    message.role === "tool" ? message.content : [],
  );
  return results.flatMap((part) => (part.type === "tool-result" && part.toolCallId === callId ? [part.output] : []));
}

describe("a frontend call", () => {
  it("runs in the browser and is answered by one automatic request", async () => {
    const { server, chat } = setUp([{ text: "One moment.", calls: [call("c1", "read_title", { a: 1 })] }, done]);
    await chat.ask("Title?");
    expect(chat.started).toEqual([{ toolName: "read_title", toolCallId: "c1", input: { a: 1 } }]);
    expect(server.posts).toHaveLength(2);
    expect(chat.part("c1")).toMatchObject({ state: "output-available", input: { a: 1 }, output: "Orders" });
    expect(texts(chat)).toEqual(["One moment.", "Done."]);
    expect(chat.messages).toHaveLength(2);
    expect(server.lastChunks.filter((chunk) => "toolCallId" in chunk)).toEqual([]);
  });

  it("is told from another call of the same tool", async () => {
    const calls = [call("c1", "read_text", { selector: "a" }), call("c2", "read_text", { selector: "b" })];
    const { server, chat } = setUp([{ calls }, done], { handlers: { read_text: (input) => input } });
    await chat.ask("Read both.");
    expect(chat.part("c1")?.output).toEqual({ selector: "a" });
    expect(chat.part("c2")?.output).toEqual({ selector: "b" });
    expect(server.posts).toHaveLength(2);
  });

  it.each<[string, unknown, string]>([
    ["false", false, "false"],
    ["0", 0, "0"],
    ["null", null, "null"],
    ["an empty text", "", ""],
    ["an empty array", [], "[]"],
    ["an empty object", {}, "{}"],
    ["undefined", undefined, "null"],
    ["a nested object", { rows: [{ id: "a" }] }, '{"rows":[{"id":"a"}]}'],
  ])("may return %s", async (_name, output, text) => {
    const { server, chat } = setUp([{ calls: [call("c1", "read_title")] }, done], {
      handlers: { read_title: () => output },
    });
    await chat.ask("Go.");
    expect(told(server, "c1")).toEqual([{ type: "text", value: text }]);
    expect(chat.part("c1")).toMatchObject({ state: "output-available" });
    expect(chat.part("c1")?.output).toEqual(output);
    expect([server.posts.length, texts(chat)]).toEqual([2, ["Done."]]);
    expect((await server.history()).at(-1)?.parts[1]).toMatchObject({ output: output ?? null });
  });

  it("whose handler throws is an error that the model reads", async () => {
    const { server, chat } = setUp([{ calls: [call("c1", "read_title")] }, done], {
      handlers: {
        read_title: () => {
          throw new Error("No such element.");
        },
      },
    });
    await chat.ask("Go.");
    expect(chat.part("c1")).toMatchObject({ state: "output-error", errorText: "No such element." });
    expect(told(server, "c1")).toEqual([{ type: "error-text", value: "No such element." }]);
    expect(server.posts).toHaveLength(2);
  });

  it("does not hold up another one whose handler is faster", async () => {
    let release: (value: string) => void = () => {};
    const slow = new Promise<string>((resolve) => (release = resolve));
    const { server, chat } = setUp([{ calls: [call("c1", "read_title"), call("c2", "read_text")] }, done], {
      handlers: { read_title: () => slow, read_text: () => "fast" },
    });
    const asking = chat.ask("Go.");
    await expect
      .poll(() => [chat.stateOf("c1"), chat.stateOf("c2"), chat.status])
      .toEqual(["input-available", "output-available", "ready"]);
    release("slow");
    await asking;
    expect([server.posts.length, texts(chat)]).toEqual([2, ["Done."]]);
  });

  it("in two steps one after the other runs twice, in one message", async () => {
    const { server, chat } = setUp([{ calls: [call("c1", "read_title")] }, { calls: [call("c2", "read_text")] }, done]);
    await chat.ask("Go.");
    expect(chat.started.map((each) => each.toolCallId)).toEqual(["c1", "c2"]);
    expect([server.posts.length, chat.messages.length]).toEqual([3, 2]);
    expect(chat.answer?.parts.filter((part) => part.type === "step-start")).toHaveLength(3);
  });

  it("is posted once when the step after it is empty", async () => {
    const { server, chat } = setUp([{ calls: [call("c1", "read_title")] }, {}]);
    await chat.ask("Go.");
    expect([server.posts.length, server.model.prompts.length, chat.status]).toEqual([2, 2, "ready"]);
  });

  it("beside a server call finds that one's result already shown", async () => {
    const calls = [call("s1", "look_up", { value: { total: 3 } }), call("c1", "read_title")];
    const { server, chat } = setUp([{ calls }, done], {});
    await chat.ask("Go.");
    expect(chat.part("s1")).toMatchObject({ state: "output-available", output: { total: 3 } });
    expect([chat.stateOf("c1"), server.posts.length]).toEqual(["input-available", 1]);
    await chat.addToolOutput({ tool: "read_title", toolCallId: "c1", output: "Orders" });
    await chat.idle();
    expect([server.posts.length, server.runs.look_up, texts(chat)]).toEqual([2, 1, ["Done."]]);
  });
});

describe("a server call", () => {
  it("between two texts leaves them two blocks of one response", async () => {
    const calls = [call("s1", "look_up", { value: 7 })];
    const { server, chat } = setUp([
      { reasoning: "A number.", text: "I look.", calls },
      { reasoning: "7.", text: "It is 7." },
    ]);
    await chat.ask("Go.");
    expect([texts(chat), server.posts.length]).toEqual([["I look.", "It is 7."], 1]);
  });

  it("starts no handler and asks for no follow-up", async () => {
    const calls = [call("s1", "look_up", { value: 7 }), call("s2", "refuse"), call("s3", "no_such_tool", { a: [1] })];
    const { server, chat } = setUp([{ calls }, done]);
    await chat.ask("Go.");
    expect(chat.started).toEqual([]);
    expect(server.posts).toHaveLength(1);
    expect(chat.part("s1")).toMatchObject({ state: "output-available", input: { value: 7 }, output: 7 });
    expect(chat.part("s2")).toMatchObject({ state: "output-error", errorText: "There is no such order." });
    expect(chat.part("s3")).toMatchObject({ state: "output-error", input: { a: [1] } });
  });
});

describe("an approval", () => {
  const pay: ScriptedStep = { calls: [call("p1", "refund", { amount: 250 })] };

  it("shows its reason and the whole input, and executes once it is granted", async () => {
    const { server, chat } = setUp([pay, done]);
    await chat.ask("Refund.");
    expect(chat.part("p1")).toMatchObject({
      state: "approval-requested",
      input: { amount: 250 },
      approval: { id: "p1", requestReason: "More than 100." },
    });
    expect([chat.started.length, server.runs.refund]).toEqual([0, undefined]);
    await chat.decide("p1", true);
    await chat.idle();
    expect(chat.part("p1")).toMatchObject({ state: "output-available", output: { refunded: true } });
    expect([server.runs.refund, server.posts.length, texts(chat)]).toEqual([1, 2, ["Done."]]);
  });

  it("that is rejected executes nothing, and the model reads the reason", async () => {
    const { server, chat } = setUp([pay, done, { text: "Next." }]);
    await chat.ask("Refund.");
    await chat.decide("p1", false, "Not now");
    await chat.idle();
    expect(chat.part("p1")).toMatchObject({ state: "output-denied", approval: { approved: false, reason: "Not now" } });
    expect([server.runs.refund, server.posts.length, texts(chat)]).toEqual([undefined, 2, ["Done."]]);
    expect(JSON.stringify(told(server, "p1"))).toMatch(/not executed.*Not now/);
    await chat.ask("Something else.");
    expect([server.posts.length, texts(chat), told(server, "p1").length]).toEqual([3, ["Next."], 1]);
  });

  it("of a frontend call comes before its handler", async () => {
    const { server, chat } = setUp([{ calls: [call("g1", "copy_text", { text: "abc" })] }, done]);
    await chat.ask("Copy.");
    expect([chat.stateOf("g1"), chat.started.length]).toEqual(["approval-requested", 0]);
    await chat.decide("g1", true);
    await chat.idle();
    expect(chat.started).toEqual([{ toolName: "copy_text", toolCallId: "g1", input: { text: "abc" } }]);
    expect(chat.part("g1")).toMatchObject({ state: "output-available", output: true, approval: { approved: true } });
    expect([server.posts.length, texts(chat)]).toEqual([3, ["Done."]]);
  });

  it("of a frontend call that is rejected never reaches the browser", async () => {
    const { server, chat } = setUp([{ calls: [call("g1", "copy_text")] }, done]);
    await chat.ask("Copy.");
    await chat.decide("g1", false);
    await chat.idle();
    expect([chat.stateOf("g1"), chat.started.length, server.posts.length]).toEqual(["output-denied", 0, 2]);
  });

  it("waits for the other one of its batch", async () => {
    const calls = [call("p1", "refund", { amount: 200 }), call("p2", "refund", { amount: 300 })];
    const { server, chat } = setUp([{ calls }, done]);
    await chat.ask("Refund both.");
    await chat.decide("p1", true);
    await chat.idle();
    expect(server.posts).toHaveLength(1);
    await chat.decide("p2", false);
    await chat.idle();
    expect([chat.stateOf("p1"), chat.stateOf("p2")]).toEqual(["output-available", "output-denied"]);
    expect([server.posts.length, server.runs.refund, server.model.prompts.length]).toEqual([2, 1, 2]);
  });

  it.each([true, false])("in a mixed batch holds the frontend call back until it is decided (%s)", async (approved) => {
    const calls = [call("c1", "read_title"), call("s1", "look_up", { value: 1 }), call("p1", "refund")];
    const { server, chat } = setUp([{ calls }, done]);
    await chat.ask("All.");
    expect([chat.stateOf("c1"), chat.stateOf("s1"), chat.stateOf("p1")]).toEqual([
      "input-streaming",
      "output-available",
      "approval-requested",
    ]);
    expect(chat.started).toEqual([]);
    await chat.decide("p1", approved);
    await chat.idle();
    expect(chat.started.map((each) => each.toolCallId)).toEqual(["c1"]);
    expect(chat.stateOf("p1")).toBe(approved ? "output-available" : "output-denied");
    expect([server.model.prompts.length, server.posts.length, texts(chat)]).toEqual([2, 3, ["Done."]]);
  });
});

describe("a partial answer", () => {
  const calls = [call("c1", "read_title"), call("c2", "read_text")];

  /** Posts whatever is ready, and remembers what it has sent. */
  function eager() {
    const sent = new Set<string>();
    return ({ messages }: { messages: HeadlessChat["messages"] }) => {
      const ready = (messages.at(-1)?.parts ?? []).flatMap((part) =>
        "toolCallId" in part && part.state === "output-available" && !sent.has(part.toolCallId)
          ? [part.toolCallId]
          : [],
      );
      for (const id of ready) sent.add(id);
      return ready.length > 0;
    };
  }

  it("is kept, and its response is `start` and `finish`", async () => {
    const { server, chat } = setUp([{ calls }, done], { sendAutomaticallyWhen: eager() });
    await chat.ask("Go.");
    await chat.addToolOutput({ tool: "read_title", toolCallId: "c1", output: "Orders" });
    await chat.idle();
    expect(server.lastChunks.map((chunk) => chunk.type)).toEqual(["start", "finish"]);
    expect([chat.stateOf("c1"), chat.stateOf("c2"), server.model.prompts.length]).toEqual([
      "output-available",
      "input-available",
      1,
    ]);
    await chat.addToolOutput({ tool: "read_text", toolCallId: "c2", output: "Text" });
    await chat.idle();
    expect([server.model.prompts.length, texts(chat)]).toEqual([2, ["Done."]]);
  });

  it("tells what another tab has answered meanwhile", async () => {
    const { server, chat } = setUp([{ calls: [...calls, call("c3", "read_title")] }, done], {
      sendAutomaticallyWhen: eager(),
    });
    await chat.ask("Go.");
    await server.thread.submitToolResults({ c2: { result: [0] } }).accept();
    await chat.addToolOutput({ tool: "read_title", toolCallId: "c1", output: "Orders" });
    await chat.idle();
    expect(chat.part("c2")).toMatchObject({ state: "output-available", output: [0] });
    expect(server.posts[1]?.chunks.map((chunk) => chunk.type)).toEqual(["start", "tool-output-available", "finish"]);
  });
});

describe("a question together with answers", () => {
  it("settles the wait and starts the next turn", async () => {
    const { server, chat } = setUp([{ calls: [call("c1", "read_title")] }, { text: "Next." }], {
      sendAutomaticallyWhen: () => false,
    });
    await chat.ask("Go.");
    await chat.addToolOutput({ tool: "read_title", toolCallId: "c1", state: "output-error", errorText: "It broke." });
    await chat.ask("Forget it. What else?");
    expect(server.posts.map((post) => post.status)).toEqual([200, 200]);
    expect(told(server, "c1")).toEqual([{ type: "error-text", value: "It broke." }]);
    expect(chat.messages.map((message) => message.role)).toEqual(["user", "assistant", "user", "assistant"]);
    expect(texts(chat)).toEqual(["Next."]);
  });

  it("that do not settle the wait is refused, and nothing changes", async () => {
    const calls = [call("c1", "read_title"), call("c2", "read_text")];
    const { server, chat } = setUp([{ calls }, done], { sendAutomaticallyWhen: () => false });
    await chat.ask("Go.");
    await chat.addToolOutput({ tool: "read_title", toolCallId: "c1", output: "Orders" });
    await chat.ask("What else?");
    expect([server.posts.at(-1)?.status, chat.status]).toEqual([409, "error"]);
    expect((await server.history()).map((message) => message.role)).toEqual(["user", "assistant"]);
    expect((await server.history())[1]?.parts[1]).toMatchObject({ state: "input-available" });
  });
});
