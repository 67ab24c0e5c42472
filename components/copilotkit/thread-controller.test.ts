import { describe, expect, it, vi } from "vitest";
import { failing, withTools } from "@/lib/protocols/ag-ui/testing/scene";
import { checkStreamsAfterEach, createServer } from "@/lib/protocols/copilotkit/testing/valid-exchanges";
import { CANCELLED } from "../chat-ui/cancelled";
import { readResult } from "../thread-api/read-result";
import { findResult } from "./agent-messages";
import { offerCard, openThread, settled, until } from "./testing/open-thread";
import { toToolPart } from "./to-tool-part";

checkStreamsAfterEach();

const title = (id: string) => ({ id, name: "title", input: {} });
const ask = (id: string) => ({ id, name: "ask", input: {} });
const pay = (id: string, amount = 500) => ({ id, name: "pay", input: { amount } });

/** The card of a call of `pay`. */
function cardOf({ page, controller }: Awaited<ReturnType<typeof openThread>>, callId: string) {
  const context = { messages: page.agent.messages, reading: false, state: controller.state.get() };
  return toToolPart({ callId, toolName: "pay", args: {} }, context);
}

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

describe("a handler", () => {
  it("that throws gives the agent an error to read, and the turn goes on", async () => {
    const server = createServer([{ calls: [title("c1")] }, { text: "It failed." }]);
    const { page, controller } = await openThread(server, {
      handlers: {
        title: () => {
          throw new Error("No title");
        },
      },
    });
    controller.send("Title?");
    await settled(controller, page);
    expect(page.reply).toBe("It failed.");
    expect(page.transcript).toContain('tool: {"error":"No title"}');
    expect(page.errors).toEqual([]);
  });

  it.each([
    [null, "null"],
    [false, "false"],
    ["", ""],
    [{ a: [] }, '{"a":[]}'],
  ])("that returns %j says so in words", async (value, text) => {
    const server = createServer([{ calls: [title("c1")] }, { text: "Thanks." }]);
    const { page, controller } = await openThread(server, { handlers: { title: () => value } });
    controller.send("Title?");
    await settled(controller, page);
    expect(page.transcript).toContain(`tool: ${text}`);
  });
});

describe("a server tool that fails", () => {
  it("shows so at once, and the same after a reload", async () => {
    const server = createServer(
      [{ calls: [{ id: "f1", name: "fail", input: {} }] }, { text: "No." }],
      withTools(failing),
    );
    const shown = ({ page }: Awaited<ReturnType<typeof openThread>>) => {
      const result = findResult(page.agent.messages, "f1");
      return result && readResult(result.content, result);
    };
    const live = await openThread(server);
    live.controller.send("Do it");
    await settled(live.controller, live.page);
    const failed = { state: "output-error", errorText: "There is no such order." };
    expect(shown(live)).toEqual(failed);
    expect(shown(await openThread(server))).toEqual(failed);
  });
});

describe("a question", () => {
  it("cancels the open approval in the same request", async () => {
    const server = createServer([{ calls: [pay("p1")] }, { text: "Hello." }]);
    const { page, controller } = await openThread(server);
    controller.send("Pay");
    await settled(controller, page);
    controller.send("Hi");
    await settled(controller, page);
    expect(page.reply).toBe("Hello.");
    expect(server.counters.pay).toEqual([]);
    expect(server.all("run")).toHaveLength(2);
    expect(server.all("run")[1]?.body.resume).toEqual([{ interruptId: "p1", status: "cancelled" }]);
  });

  it("cancels a card that waits in the turn, and goes with its answer", async () => {
    const server = createServer([{ calls: [ask("a1")] }, { text: "Hello." }]);
    const { page, controller } = await openThread(server);
    offerCard(page, controller, "ask");
    controller.send("Ask me");
    await until(() => controller.calls.isAsking("a1"));
    controller.send("Hi");
    expect(controller.state.get().working).toBe(true);
    await until(() => page.reply === "Hello.");
    await settled(controller, page);
    expect(page.transcript.slice(-4)).toEqual([
      "calls a1",
      `tool: {"error":"${CANCELLED}"}`,
      "user: Hi",
      "assistant: Hello.",
    ]);
    expect(server.all("run")).toHaveLength(2);
    expect(server.model.prompts).toHaveLength(2);
  });

  it("cancels a card that a reload has brought back, and a call that waits beside it", async () => {
    const server = createServer([{ calls: [title("c1"), ask("a1")] }, { text: "Hello." }]);
    const first = await openThread(server, { handlers: { title: () => new Promise(() => {}) } });
    offerCard(first.page, first.controller, "ask");
    first.controller.send("Both");
    await until(() => first.controller.state.get().running.size > 0);

    const accepted = vi.fn();
    const { page, controller } = await openThread(server, { connect: false, onAccepted: accepted });
    offerCard(page, controller, "ask");
    await page.connect();
    await until(() => controller.calls.isAsking("a1"));
    expect(accepted).not.toHaveBeenCalled();
    controller.send("Hi");
    await until(() => page.reply === "Hello.");
    expect(accepted).toHaveBeenCalledTimes(1);
    expect(server.model.prompts).toHaveLength(2);
    expect((await server.thread.inspect())?.run?.status).toBe("completed");
  });

  it("that is refused is back in the draft, and the conversation is the server's", async () => {
    const hold = gate();
    const server = createServer([{ text: "One ", hold: hold.opened }]);
    const first = await openThread(server);
    first.controller.send("First");
    await until(() => first.page.reply !== "");
    const { page, controller } = await openThread(server, { connect: false });
    controller.send("Second");
    await until(() => page.reply === "One ");
    hold.open();
    await until(() => controller.state.get().problem !== null);
    expect(controller.state.get().draft).toBe("Second");
    expect(controller.state.get().problem?.title).toBe("The agent is not finished yet");
    expect(page.transcript).toEqual(["user: First", "assistant: One "]);
  });

  it("whose request was lost is sent again under its id", async () => {
    const server = createServer([{ text: "Hello." }]);
    const { page, controller } = await openThread(server);
    server.failNext("run");
    controller.send("Hi");
    await until(() => page.reply === "Hello.");
    await settled(controller, page);
    const asked = server.all("run").map(({ body }) => body.messages.at(-1)?.id);
    expect(new Set(asked).size).toBe(1);
    expect(page.transcript).toEqual(["user: Hi", "assistant: Hello."]);
    expect(controller.state.get().problem).toBeNull();
  });

  it("whose run failed goes on with Retry, and is not a second one", async () => {
    const server = createServer([{ text: "I be", error: new Error("provider") }, { text: "Well." }]);
    const { page, controller } = await openThread(server);
    controller.send("Hi");
    await until(() => controller.state.get().problem !== null);
    expect(controller.state.get().problem).toMatchObject({ retry: true, kind: "repeat-question" });
    controller.retry();
    await until(() => page.reply === "Well.");
    expect(page.transcript).toEqual(["user: Hi", "assistant: Well."]);
    expect(controller.state.get().problem).toBeNull();
  });
});

describe("a stream that breaks off", () => {
  it.each([0, 3])("after %i events is noticed and followed to the end", async (events) => {
    const hold = gate();
    const server = createServer([{ text: "Once upon ", hold: hold.opened }]);
    const { page, controller } = await openThread(server);
    server.cutNext("run", events);
    controller.send("A story");
    await until(() => server.all("connect").length === 2);
    hold.open();
    await settled(controller, page);
    expect(page.transcript).toEqual(["user: A story", "assistant: Once upon "]);
    expect(controller.state.get().problem).toBeNull();
  });

  it("and whose run then fails keeps its question, which Retry repeats", async () => {
    const hold = gate();
    const server = createServer([
      { text: "Once upon ", hold: hold.opened, error: new Error("provider") },
      { text: "A time." },
    ]);
    const { page, controller } = await openThread(server);
    server.cutNext("run", 3);
    controller.send("A story");
    await until(() => server.all("connect").length === 2);
    hold.open();
    await until(() => controller.state.get().problem !== null);
    expect(controller.state.get()).toMatchObject({ draft: "", problem: { kind: "repeat-question" } });
    controller.retry();
    await until(() => page.reply === "A time.");
    await settled(controller, page);
    expect(page.transcript.filter((line) => line.startsWith("user"))).toEqual(["user: A story"]);
    expect(controller.state.get().problem).toBeNull();
  });

  it("in the middle of an answer, from a server that stays away, leaves the question where it is", async () => {
    const server = createServer([{ text: "Once upon ", hold: new Promise(() => {}) }]);
    const { page, controller } = await openThread(server);
    server.cutNext("run", 3);
    server.failNext("connect", "connect", "connect", "connect", "connect", "connect");
    controller.send("A story");
    await until(() => controller.state.get().problem !== null);
    expect(controller.state.get()).toMatchObject({ draft: "", problem: { kind: "catch-up" } });
    expect(page.transcript).toEqual(["user: A story", "assistant: Once upon "]);
    await controller.stop();
  });

  it("and a server that stays away is reported, and Retry asks it again", async () => {
    const server = createServer([{ text: "Hello." }]);
    const { page, controller } = await openThread(server);
    server.failNext("run", "connect", "connect", "connect", "connect", "connect", "connect");
    controller.send("Hi");
    await until(() => controller.state.get().problem !== null);
    expect(controller.state.get()).toMatchObject({ draft: "Hi", problem: { kind: "catch-up" }, reconnecting: false });
    controller.retry();
    await settled(controller, page);
    expect(controller.state.get().problem).toBeNull();
  });
});

describe("a thread that is opened again", () => {
  it("while its run streams is restored at once, not when that has ended", async () => {
    const hold = gate();
    const server = createServer([{ text: "Once upon ", hold: hold.opened }]);
    const first = await openThread(server);
    first.controller.send("A story");
    await until(() => first.page.reply !== "");
    const { page, controller } = await openThread(server, { connect: false });
    const following = page.connect();
    await until(() => controller.state.get().restored);
    expect(page.agent.isRunning).toBe(true);
    expect(page.reply).toBe("Once upon ");
    hold.open();
    await following;
    await settled(controller, page);
    expect(controller.state.get()).toMatchObject({ problem: null, run: { status: "completed" } });
  });

  it("repeats a waiting call that is safe to repeat", async () => {
    const server = createServer([{ calls: [{ id: "c1", name: "read_title", input: {} }] }, { text: "Orders." }], {
      config: { tools: [] },
    });
    const first = await openThread(server, { handlers: { read_title: () => new Promise(() => {}) } });
    first.controller.send("Title?");
    await until(() => first.controller.state.get().running.size > 0);
    const { page, controller } = await openThread(server, { handlers: { read_title: () => "Orders" } });
    await until(() => page.reply === "Orders.");
    await settled(controller, page);
    expect(page.transcript).toContain("tool: Orders");
  });

  it("leaves other waiting calls to the person, who runs or cancels them", async () => {
    for (const act of ["run", "cancel"] as const) {
      const server = createServer([{ calls: [title("c1")] }, { text: "Thanks." }]);
      const first = await openThread(server, { handlers: { title: () => new Promise(() => {}) } });
      first.controller.send("Title?");
      await until(() => first.controller.state.get().running.size > 0);
      const { page, controller } = await openThread(server, { handlers: { title: () => "Orders" } });
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(page.transcript).toEqual(["user: Title?", "calls c1"]);
      controller.calls[act]("c1");
      await until(() => page.reply === "Thanks.");
      expect(page.transcript).toContain(act === "run" ? "tool: Orders" : `tool: ${CANCELLED}`);
    }
  });

  it("delivers the result that did not arrive before the reload, without running the tool again", async () => {
    const server = createServer([{ calls: [title("c1")] }, { text: "Thanks." }]);
    const first = await openThread(server, { handlers: { title: () => new Promise(() => {}) } });
    first.controller.send("Title?");
    await until(() => first.controller.state.get().running.size > 0);
    let runs = 0;
    const { page } = await openThread(server, {
      handlers: { title: () => ++runs },
      kept: { c1: { output: "Orders" } },
    });
    await until(() => page.reply === "Thanks.");
    expect(runs).toBe(0);
    expect(page.transcript).toContain("tool: Orders");
  });

  it("reports that its run has failed, with a way to go on", async () => {
    const server = createServer([{ text: "I be", error: new Error("provider") }, { text: "Well." }]);
    await (await openThread(server)).controller.send("Hi");
    await until(async () => (await server.thread.inspect())?.run?.status === "failed");
    const { page, controller } = await openThread(server);
    expect(controller.state.get().problem).toMatchObject({ kind: "repeat-question" });
    controller.retry();
    await until(() => page.reply === "Well.");
  });

  it("by a person who looks at the page again shows what another client has done", async () => {
    const server = createServer([{ calls: [pay("p1")] }, { text: "Paid." }]);
    const { page, controller } = await openThread(server);
    controller.send("Pay");
    await settled(controller, page);
    await server.thread.submitApprovalDecisions({ p1: "approve" }).run();
    expect(page.interrupts).toHaveLength(1);
    await controller.refresh();
    await settled(controller, page);
    expect(page.interrupts).toEqual([]);
    expect(page.reply).toBe("Paid.");
    const connects = server.all("connect").length;
    await controller.refresh();
    expect(server.all("connect")).toHaveLength(connects);
  });
});

describe("a second window", () => {
  it("shows what the first one does, and leaves its calls to it", async () => {
    const server = createServer([{ calls: [title("c1")] }, { text: "Paid." }]);
    const handlers = { title: () => new Promise(() => {}) };
    const first = await openThread(server, { handlers });
    const second = await openThread(server, { kept: { c1: { output: "Another title" } } });
    first.controller.send("Title?");
    await until(() => first.controller.state.get().running.size > 0);
    await second.controller.refresh({ watch: true });
    await settled(second.controller, second.page);
    expect(second.page.transcript.at(-1)).toBe("calls c1");
    expect(server.all("run")).toHaveLength(1);
  });

  it("follows when the run has failed in the first one, and when that one has gone on", async () => {
    const server = createServer([{ text: "I beg", error: new Error("x") }, { text: "Hello." }]);
    const first = await openThread(server);
    const second = await openThread(server);
    first.controller.send("Hi");
    await settled(first.controller, first.page);
    await second.controller.refresh({ watch: true });
    await settled(second.controller, second.page);
    expect(second.controller.state.get().problem).toEqual(first.controller.state.get().problem);
    first.controller.send("Again");
    await settled(first.controller, first.page);
    await second.controller.refresh({ watch: true });
    await settled(second.controller, second.page);
    expect(second.page.reply).toBe("Hello.");
    expect(second.controller.state.get().problem).toBeNull();
  });

  it("takes away a card that the first one has answered, without stopping the run", async () => {
    const server = createServer([{ calls: [ask("a1")] }, { text: "Thanks." }]);
    const { page, controller } = await openThread(server);
    offerCard(page, controller, "ask");
    controller.send("Ask me");
    await until(() => controller.calls.isAsking("a1"));
    await controller.refresh({ watch: true });
    expect(controller.calls.isAsking("a1")).toBe(true);
    await server.thread.submitToolResults({ a1: { result: "Monday" } }).run();
    await controller.refresh({ watch: true });
    await settled(controller, page);
    expect(page.reply).toBe("Thanks.");
    expect(controller.state.get()).toMatchObject({ asking: new Set(), problem: null });
    expect(server.all("run")).toHaveLength(1);
    expect(server.all("stop")).toHaveLength(0);
    expect((await server.thread.inspect())?.run?.status).toBe("completed");
  });
});

describe("a decision", () => {
  it.each([
    ["approved", { approved: true }, "output-available"],
    ["rejected", { approved: false, reason: "Too much" }, "output-denied"],
  ])("that %s a call shows at its card, also after a reload", async (_, decision, state) => {
    const server = createServer([{ calls: [pay("p1")] }, { text: "Well." }]);
    const live = await openThread(server);
    live.controller.send("Pay");
    await settled(live.controller, live.page);
    await live.page.decide(decision);
    await settled(live.controller, live.page);
    expect(cardOf(live, "p1")).toMatchObject({ state, approval: decision });
    expect(cardOf(await openThread(server), "p1")).toMatchObject({ state, approval: decision });
  });

  it("that came too late is said so, and the page shows what was decided", async () => {
    const server = createServer([{ calls: [pay("p1")] }, { text: "Paid." }]);
    const { page, controller } = await openThread(server);
    controller.send("Pay");
    await settled(controller, page);
    await server.thread.submitApprovalDecisions({ p1: "approve" }).run();
    await page.decide({ approved: false });
    await until(() => controller.state.get().problem !== null);
    expect(controller.state.get().problem?.title).toBe("Already approved elsewhere.");
    expect(cardOf({ page, controller }, "p1").note).toBe("Already approved elsewhere.");
    expect(page.reply).toBe("Paid.");
    expect(page.interrupts).toEqual([]);
  });

  it("that came too late for the one that waits now leaves that one usable", async () => {
    const server = createServer([{ calls: [pay("p1")] }, { calls: [pay("p2")] }, { text: "Paid." }]);
    const { page, controller } = await openThread(server);
    controller.send("Pay");
    await settled(controller, page);
    await server.thread.submitApprovalDecisions({ p1: "approve" }).run();
    await page.decide({ approved: false });
    await until(() => controller.state.get().problem !== null);
    await settled(controller, page);
    expect(controller.state.get().problem).toMatchObject({ title: "Already approved elsewhere." });
    expect(controller.state.get().problem?.kind).toBeUndefined();
    expect(page.interrupts).toMatchObject([{ id: "p2" }]);
    await page.decide({ approved: true });
    await settled(controller, page);
    expect(page.reply).toBe("Paid.");
    expect(server.counters.pay).toHaveLength(2);
  });
});

describe("stop", () => {
  it("ends a run in the middle of its text", async () => {
    const server = createServer([{ text: "Once upon ", hold: new Promise(() => {}) }]);
    const { page, controller } = await openThread(server);
    controller.send("A story");
    await until(() => page.reply !== "");
    let reconnected = false;
    controller.state.subscribe(() => {
      reconnected ||= controller.state.get().reconnecting;
    });
    await controller.stop();
    await settled(controller, page);
    expect((await server.thread.inspect())?.run?.status).toBe("cancelled");
    expect(controller.state.get()).toMatchObject({ stopping: false, problem: null });
    expect(reconnected).toBe(false);
    expect(page.transcript).toEqual(["user: A story", "assistant: Once upon "]);
  });

  it("ends a wait for a decision, and its card is gone", async () => {
    const server = createServer([{ calls: [pay("p1")] }]);
    const { page, controller } = await openThread(server);
    controller.send("Pay");
    await settled(controller, page);
    await controller.stop();
    expect(page.interrupts).toEqual([]);
    expect((await server.thread.inspect())?.run?.status).toBe("cancelled");
  });

  it("ends a wait for a person's card", async () => {
    const server = createServer([{ calls: [ask("a1")] }]);
    const { page, controller } = await openThread(server);
    offerCard(page, controller, "ask");
    controller.send("Ask me");
    await until(() => controller.calls.isAsking("a1"));
    await controller.stop();
    await settled(controller, page);
    expect((await server.thread.inspect())?.run?.status).toBe("cancelled");
    expect(controller.state.get()).toMatchObject({ problem: null, asking: new Set() });
    expect(page.transcript.at(-1)).toMatch(/^tool: Stopped by the user/);
  });
});
