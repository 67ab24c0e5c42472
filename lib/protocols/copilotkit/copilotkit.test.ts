import { describe, expect, it } from "vitest";
import { CopilotPage } from "./testing/copilot-page";
import { checkStreamsAfterEach, createServer } from "./testing/valid-exchanges";

checkStreamsAfterEach();

const title = (id: string) => ({ id, name: "title", input: {} });
const pay = (id: string, amount = 500) => ({ id, name: "pay", input: { amount } });
const clock = (id: string) => ({ id, name: "clock", input: {} });

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

async function until(condition: () => boolean): Promise<void> {
  for (let tries = 0; tries < 1000; tries++) {
    if (condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  throw new Error("It did not happen.");
}

describe("a turn of CopilotKit", () => {
  it("runs a frontend tool once and goes on by itself", async () => {
    const server = createServer([{ text: "I look.", calls: [title("c1")] }, { text: "It is Orders." }]);
    const page = await CopilotPage.open(server);
    await page.ask("Title?");
    expect(page.started).toEqual(["c1"]);
    expect(page.reply).toBe("It is Orders.");
    expect(page.errors).toEqual([]);
    expect(server.all("run")).toHaveLength(2);
  });

  it("runs two calls of one tool, and a call in each of two steps", async () => {
    const server = createServer([
      { calls: [title("c1"), title("c2")] },
      { calls: [title("c3")] },
      { text: "All the same." },
    ]);
    const page = await CopilotPage.open(server);
    await page.ask("Titles?");
    expect(page.started).toEqual(["c1", "c2", "c3"]);
    expect(page.reply).toBe("All the same.");
  });

  it("gives server tools no handler and shows their result once", async () => {
    const server = createServer([{ calls: [clock("s1")] }, { text: "Noon." }]);
    const page = await CopilotPage.open(server);
    await page.ask("Time?");
    expect(page.transcript).toEqual(["user: Time?", "calls s1", 'tool: {"time":"12:00"}', "assistant: Noon."]);
    expect(server.counters.clock).toBe(1);
  });

  it.each([
    [{ a: [1, { b: null }] }, '{"a":[1,{"b":null}]}'],
    [[], "[]"],
    [false, "false"],
    [0, "0"],
    ["", ""],
  ])("hands the value %j to the model as its text", async (value, text) => {
    const server = createServer([{ calls: [title("c1")] }, { text: "Thanks." }]);
    const page = await CopilotPage.open(server, { title: () => value });
    await page.ask("Title?");
    expect(page.reply).toBe("Thanks.");
    expect(page.transcript).toContain(`tool: ${text}`);
    expect(JSON.stringify(server.model.prompts[1]?.prompt)).toContain(JSON.stringify(text));
  });

  it("stays suspended, and visibly so, when a handler throws", async () => {
    const server = createServer([{ calls: [title("c1")] }]);
    const page = await CopilotPage.open(server, {
      title: () => {
        throw new Error("no title");
      },
    });
    await page.ask("Title?");
    expect(server.all("run")).toHaveLength(1);
    expect(page.errors).toMatchObject([{ code: "tool_handler_failed" }]);
    expect((await server.thread.inspect())?.run?.status).toBe("suspended");
  });

  it("fails when the agent calls a tool that the page has unmounted meanwhile", async () => {
    const server = createServer([
      { calls: [title("c1")] },
      { calls: [{ id: "c2", name: "copy", input: { text: "x" } }] },
    ]);
    const page = await CopilotPage.open(server);
    page.core.removeTool("title");
    page.offer("title", () => page.core.removeTool("copy"));
    await page.ask("Title, then copy");
    expect(page.errors).toMatchObject([{ code: "agent_run_error_event", runtimeCode: "tool-unmounted" }]);
    expect((await server.thread.inspect())?.run?.status).toBe("failed");
  });

  it("is refused by name when the page declares a server tool", async () => {
    const server = createServer([{ text: "Never." }]);
    const page = await CopilotPage.open(server, { pay: () => "mine" });
    await page.ask("Hi");
    expect(server.all("run")[0]?.status).toBe(400);
    expect(page.errors[0]?.message).toContain('tool \\"pay\\" was refused');
    expect(server.model.prompts).toHaveLength(0);
  });
});

describe("an approval", () => {
  it("interrupts, executes once when approved, and shows its output once", async () => {
    const server = createServer([{ text: "I pay.", calls: [pay("p1")] }, { text: "Paid." }]);
    const page = await CopilotPage.open(server);
    await page.ask("Pay");
    expect(page.interrupts).toMatchObject([
      { id: "p1", reason: "confirmation", message: "Payments above 100 need approval.", metadata: { name: "pay" } },
    ]);
    expect(page.transcript).toEqual(["user: Pay", "assistant: I pay."]);
    await page.decide({ approved: true });
    expect(page.reply).toBe("Paid.");
    expect(server.counters.pay).toEqual([{ callId: "p1", amount: 500 }]);
    expect(page.transcript.filter((line) => line.startsWith("tool:"))).toEqual(['tool: {"paid":500}']);
  });

  it("is told to the model with its reason when rejected, and executes nothing", async () => {
    const server = createServer([{ calls: [pay("p1")] }, { text: "I see." }]);
    const page = await CopilotPage.open(server);
    await page.ask("Pay");
    await page.decide({ approved: false, reason: "Too much" });
    expect(page.reply).toBe("I see.");
    expect(server.counters.pay).toEqual([]);
    expect(JSON.stringify(server.model.prompts[1]?.prompt)).toContain("Too much");
  });

  it("holds back the frontend calls of its step, whose handlers run after the decision", async () => {
    const server = createServer([{ calls: [title("c1"), pay("p1")] }, { text: "Done." }]);
    const page = await CopilotPage.open(server);
    await page.ask("Both");
    expect(page.started).toEqual([]);
    await page.decide({ approved: true });
    expect(page.started).toEqual(["c1"]);
    expect(page.reply).toBe("Done.");
    expect(page.errors).toEqual([]);
    expect(server.model.prompts).toHaveLength(2);
  });

  it("comes before the handler of a frontend tool that needs one", async () => {
    const server = createServer([{ calls: [{ id: "c1", name: "copy", input: { text: "x" } }] }, { text: "Copied." }]);
    const page = await CopilotPage.open(server);
    await page.ask("Copy");
    expect(page.started).toEqual([]);
    await page.decide({ approved: true });
    expect(page.started).toEqual(["c1"]);
    expect(page.reply).toBe("Copied.");
  });

  it("takes two decisions in one request", async () => {
    const server = createServer([{ calls: [pay("p1", 200), pay("p2", 300)] }, { text: "Half." }]);
    const page = await CopilotPage.open(server);
    await page.ask("Pay twice");
    await page.decide({ approved: true }, { approved: false });
    expect(server.counters.pay).toEqual([{ callId: "p1", amount: 200 }]);
    expect(page.reply).toBe("Half.");
  });

  it("is rejected by a question that cancels it, and the question is answered", async () => {
    const server = createServer([{ calls: [pay("p1")] }, { text: "Hello." }]);
    const page = await CopilotPage.open(server);
    await page.ask("Pay");
    await page.ask("Never mind, hi", [{ interruptId: "p1", status: "cancelled" }]);
    expect(page.reply).toBe("Hello.");
    expect(page.interrupts).toEqual([]);
    expect(server.counters.pay).toEqual([]);
    expect(server.model.prompts).toHaveLength(2);
  });
});

describe("a page that comes back", () => {
  it("has the conversation of a finished thread, message by message as it was", async () => {
    const server = createServer([{ reasoning: "Hm.", text: "I look.", calls: [title("c1")] }, { text: "Orders." }]);
    const page = await CopilotPage.open(server);
    await page.ask("Title?");
    const again = await CopilotPage.open(createServer([], { like: server }));
    expect(again.agent.messages.map(({ id }) => id)).toEqual(page.agent.messages.map(({ id }) => id));
    expect(again.transcript).toEqual(page.transcript);
    expect(again.started).toEqual([]);
  });

  it("has the open approval, also on another server, and answers it", async () => {
    const server = createServer([{ calls: [pay("p1")] }]);
    await (await CopilotPage.open(server)).ask("Pay");
    const second = createServer([{ text: "Paid." }], { like: server });
    const page = await CopilotPage.open(second);
    expect(page.interrupts).toMatchObject([{ id: "p1", reason: "confirmation" }]);
    await page.decide({ approved: true });
    expect(page.reply).toBe("Paid.");
    expect(second.counters.pay).toHaveLength(1);
  });

  it("has a waiting frontend call without a result and without an interrupt, and runs no handler", async () => {
    const server = createServer([{ calls: [title("c1")] }, { text: "Thanks." }]);
    const page = await CopilotPage.open(server, { title: () => new Promise(() => {}) });
    void page.ask("Title?");
    await until(() => page.started.length === 1);
    const again = await CopilotPage.open(server);
    expect(again.transcript).toEqual(["user: Title?", "calls c1"]);
    expect(again.interrupts).toEqual([]);
    expect(again.started).toEqual([]);
    again.agent.addMessage({ id: "r1", role: "tool", toolCallId: "c1", content: "Orders" });
    await again.run();
    expect(again.reply).toBe("Thanks.");
  });

  it("follows a run that is still streaming to its end, and starts no handler of it", async () => {
    const hold = gate();
    const server = createServer([{ text: "Well then, ", hold: hold.opened, calls: [title("c1")] }, { text: "Never." }]);
    const page = await CopilotPage.open(server, {});
    page.offer("title", () => new Promise(() => {}));
    void page.ask("Title?");
    await until(() => page.reply !== "");
    const again = new CopilotPage(server);
    const reading = again.connect();
    await until(() => again.reply !== "");
    hold.open();
    await reading;
    expect(again.transcript).toEqual(["user: Title?", "assistant: Well then, ", "calls c1"]);
    expect(again.interrupts).toEqual([]);
    expect(again.started).toEqual([]);
    expect(again.errors).toEqual([]);
  });

  it("is told nothing of how an earlier run has failed", async () => {
    const server = createServer([{ text: "I be", error: new Error("provider") }, { text: "Well." }]);
    const page = await CopilotPage.open(server);
    await page.ask("Hi");
    expect(page.errors).toMatchObject([{ code: "agent_run_error_event", runtimeCode: "model-error" }]);
    const again = await CopilotPage.open(server);
    expect(again.errors).toEqual([]);
    expect(again.transcript[0]).toBe("user: Hi");
    // The question repeated by its id is not a second one.
    again.agent.setMessages(again.agent.messages.slice(0, 1));
    await again.run();
    expect(again.reply).toBe("Well.");
    expect(again.transcript.filter((line) => line.startsWith("user"))).toHaveLength(1);
  });

  it("finds nothing in a thread that does not exist", async () => {
    const page = await CopilotPage.open(createServer([]));
    expect(page.agent.messages).toEqual([]);
    expect(page.errors).toEqual([]);
  });
});

describe("two at once", () => {
  it("gives the second question a run that is refused in events, and the first its answer", async () => {
    const hold = gate();
    const server = createServer([{ text: "One ", hold: hold.opened }]);
    const page = await CopilotPage.open(server);
    const first = page.ask("First");
    await until(() => page.reply !== "");
    const other = new CopilotPage(server);
    other.agent.addMessage({ id: "another", role: "user", content: "Second" });
    await other.run();
    expect(server.exchanges.at(-1)?.status).toBe(200);
    expect(server.exchanges.at(-1)?.events).toEqual([
      { type: "RUN_STARTED", threadId: "thread-1", runId: expect.any(String) },
      { type: "RUN_ERROR", code: "run-in-flight", message: expect.any(String) },
    ]);
    expect(other.errors).toMatchObject([{ code: "agent_run_error_event", runtimeCode: "run-in-flight" }]);
    hold.open();
    await first;
    expect(page.reply).toBe("One ");
  });

  it("lets one of two opposite decisions win and tells the other", async () => {
    const server = createServer([{ calls: [pay("p1")] }, { text: "Paid." }]);
    await (await CopilotPage.open(server)).ask("Pay");
    const [one, two] = [await CopilotPage.open(server), await CopilotPage.open(server)];
    await one.decide({ approved: true });
    await two.decide({ approved: false });
    expect(server.counters.pay).toHaveLength(1);
    expect(two.errors[0]?.message).toMatch(/no-run|conflict/);
  });
});

describe("a stop", () => {
  it("in the middle of text ends the run, keeps the text, and lets the next turn begin", async () => {
    const server = createServer([{ text: "Once upon ", hold: new Promise(() => {}) }, { text: "Hello." }]);
    const page = await CopilotPage.open(server);
    const asking = page.ask("A story");
    await until(() => page.reply !== "");
    page.core.stopAgent({ agent: page.agent });
    await asking;
    expect(page.errors).toEqual([]);
    expect((await server.thread.inspect())?.run?.status).toBe("cancelled");
    const again = await CopilotPage.open(server);
    expect(again.transcript).toEqual(["user: A story", "assistant: Once upon "]);
    await again.ask("Hi");
    expect(again.reply).toBe("Hello.");
  });
});
