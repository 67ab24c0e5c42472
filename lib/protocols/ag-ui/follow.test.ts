import { describe, expect, it } from "vitest";
import { z } from "zod";
import { REF } from "../../agent/testing/desk";
import { defineTool } from "../../agent/tool";
import { AgUiPage } from "./testing/agui-page";
import { AgUiServer } from "./testing/agui-server";
import {
  checkStreamsAfterEach,
  clock,
  copy,
  expectSameAsHydrated,
  pay,
  type Scene,
  scene,
  title,
  withTools,
} from "./testing/scene";
import { expectValidStreams } from "./testing/valid-streams";

checkStreamsAfterEach();

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 1000; tries++) {
    if (await condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  throw new Error("It did not happen.");
}

/** A page that comes back while the run is streaming, and where its reading begins. */
async function comeBack({ server }: Scene): Promise<{ page: AgUiPage; after: number }> {
  const hydrated = await server.hydrate();
  expect(hydrated.status).toBe("running");
  return { page: new AgUiPage(server, hydrated), after: hydrated.after };
}

const logHas = ({ server }: Scene, type: string, count = 1) =>
  until(() => server.store.log(REF.threadId).filter(({ event }) => event.type === type).length >= count);

describe("a client that comes back to a running run", () => {
  it("follows it to its end, without a gap or a repeat", async () => {
    const hold = gate();
    const it = scene([
      { reasoning: "Hm.", text: "I look.", calls: [clock("s1")] },
      { reasoning: "So.", text: "It is noon", hold: hold.opened },
    ]);
    const running = it.page.ask("Time?");
    await logHas(it, "text-delta", 2);
    await logHas(it, "step-start", 2);
    await until(async () => (await it.server.hydrate()).messages.length === 4);
    const { page, after } = await comeBack(it);
    const reading = page.follow(after);
    hold.open();
    await Promise.all([running, reading]);
    expect(page.reply).toBe("It is noon");
    await expectSameAsHydrated({ server: it.server, page });
    expect(it.server.exchanges.at(-1)?.events.map(({ type }) => type)).not.toContain("MESSAGES_SNAPSHOT");
  });

  it("is told everything anew when the run has moved on since its page", async () => {
    const hold = gate();
    const it = scene([
      { text: "I look.", calls: [clock("s1")] },
      { text: "Noon", hold: hold.opened },
    ]);
    const running = it.page.ask("Time?");
    await until(async () => (await it.server.hydrate()).messages.length === 3);
    const { page, after } = await comeBack(it);
    page.agent.setMessages(page.messages.slice(0, 1) as never);
    const reading = page.follow(after - 1);
    hold.open();
    await Promise.all([running, reading]);
    await expectSameAsHydrated({ server: it.server, page });
  });

  it("gets each result of a batch once, however far the batch was", async () => {
    const hold = gate();
    const slow = defineTool({
      name: "slow",
      description: "Slow.",
      inputSchema: z.object({}),
      execute: async () => {
        await hold.opened;
        return "slow";
      },
    });
    const it = scene(
      [{ text: "Both.", calls: [{ id: "l1", name: "slow", input: {} }, clock("s1")] }, { text: "Done." }],
      withTools(slow),
    );
    const running = it.page.ask("Go.");
    await logHas(it, "tool-result");
    const { page, after } = await comeBack(it);
    expect(page.messages.filter((message) => message.role === "tool")).toEqual([]);
    const reading = page.follow(after);
    hold.open();
    await Promise.all([running, reading]);
    expect(page.messages.filter((message) => message.role === "tool").map((message) => message.id)).toEqual([
      "result_s1",
      "result_l1",
    ]);
    await expectSameAsHydrated({ server: it.server, page });
  });

  it("is shown the approvals that the run stops at", async () => {
    const hold = gate();
    const it = scene([{ text: "May I", hold: hold.opened, calls: [pay("p1"), clock("s1")] }, { text: "Paid." }]);
    const running = it.page.ask("Pay.");
    await logHas(it, "text-delta");
    const { page, after } = await comeBack(it);
    page.agent.setState({ mine: true });
    const reading = page.follow(after);
    hold.open();
    await Promise.all([running, reading]);
    expect(page.agent.pendingInterrupts).toMatchObject([{ id: "p1", reason: "confirmation" }]);
    expect(it.server.exchanges.at(-1)?.events.map(({ type }) => type)).not.toContain("STATE_SNAPSHOT");
    await expectSameAsHydrated({ server: it.server, page });
    await page.run([{ interruptId: "p1", status: "resolved", payload: { approved: true } }]);
    expect(page.reply).toBe("Paid.");
    await expectSameAsHydrated({ server: it.server, page });
  });

  it("starts no browser tool: it has the calls as a reload would show them", async () => {
    const hold = gate();
    const it = scene([{ text: "I look", hold: hold.opened, calls: [title("w1"), clock("s1")] }, { text: "Done." }]);
    const running = it.page.ask("Title?");
    await logHas(it, "text-delta");
    const { page, after } = await comeBack(it);
    const reading = page.follow(after);
    hold.open();
    const [first] = await Promise.all([running, reading]);
    const announced = it.server.lastEvents.flatMap((event) =>
      event.type === "TOOL_CALL_START" ? [event.toolCallId] : [],
    );
    expect(announced).toEqual(["s1"]);
    expect(page.agent.pendingInterrupts).toMatchObject([{ reason: "neuron:wait_for_event" }]);
    await expectSameAsHydrated({ server: it.server, page });
    it.page.execute(first.calls);
    await it.page.run();
    expect(it.page.reply).toBe("Done.");
  });

  it("is answered 204 when nothing runs", async () => {
    const it = scene([{ text: "Hello." }]);
    await it.page.ask("Hi");
    const response = await it.server.fetch(`http://app.test/x/stream?after=0`);
    expect(response.status).toBe(204);
  });

  it("follows to the end of that run and not into the next one", async () => {
    const hold = gate();
    const it = scene([{ text: "One", hold: hold.opened }, { text: "Two." }]);
    const running = it.page.ask("First", "q1");
    await logHas(it, "text-delta");
    const { page, after } = await comeBack(it);
    const reading = page.follow(after);
    hold.open();
    await running;
    await Promise.all([reading, it.page.ask("Second", "q2")]);
    expect(page.reply).toBe("One");
  });

  it("is told when the run was stopped, and has its open calls closed", async () => {
    const it = scene([{ text: "I beg", hold: new Promise(() => {}), calls: [] }, { text: "Hello again." }]);
    const running = it.page.ask("Hi");
    await logHas(it, "text-delta");
    const { page, after } = await comeBack(it);
    const reading = page.follow(after);
    await it.server.thread.stop();
    await Promise.all([running, reading]);
    for (const client of [it.page, page]) {
      expect(client.reply).toBe("I beg");
      await expectSameAsHydrated({ server: it.server, page: client });
    }
    expect(it.server.lastEvents.slice(-2)).toMatchObject([
      { type: "CUSTOM", name: "neuron:run_cancelled", value: { reason: "stopped" } },
      { type: "RUN_FINISHED" },
    ]);
  });
});

describe("a stop", () => {
  it("while a server tool executes closes every call of the batch", async () => {
    const never = defineTool({
      name: "never",
      description: "Never ends.",
      inputSchema: z.object({}),
      execute: () => new Promise<null>(() => {}),
    });
    const it = scene(
      [{ text: "Both.", calls: [title("w1"), { id: "n1", name: "never", input: {} }] }, { text: "Hello again." }],
      withTools(never),
    );
    const running = it.page.ask("Go.");
    await until(async () => it.server.store.log(REF.threadId).some(({ event }) => event.type === "step-end"));
    await until(async () => (await it.server.hydrate()).messages.length >= 2);
    await it.server.thread.stop();
    await running;
    await expectSameAsHydrated(it);
    expect(it.page.messages.filter((message) => message.role === "tool")).toHaveLength(2);
    await it.page.ask("Again?");
    expect(it.page.reply).toBe("Hello again.");
    await expectSameAsHydrated(it);
  });

  it("while a call is being written keeps what there is of it", async () => {
    const hold = gate();
    const it = scene([{ text: "May I?", calls: [pay("p1"), copy("w1")], hold: hold.opened }, { text: "Hello again." }]);
    const running = it.page.ask("Go.");
    await logHas(it, "text-delta");
    await it.server.thread.stop();
    await running;
    await expectSameAsHydrated(it);
  });

  it("while an approval is open is seen after a reload, and the next turn works", async () => {
    const it = scene([{ calls: [pay("p1"), title("w1")] }, { text: "Hello again." }]);
    await it.page.ask("Pay.");
    await it.server.thread.stop();
    const page = await AgUiPage.reload(it.server);
    expect(page.agent.pendingInterrupts).toEqual([]);
    expect(page.messages.filter((message) => message.role === "tool")).toHaveLength(2);
    await page.ask("Again?", "q2");
    expect(page.reply).toBe("Hello again.");
    await expectSameAsHydrated({ server: it.server, page });
  });
});

describe("a step that is void", () => {
  it("is taken back from a reader that saw it begin", async () => {
    const it = scene([{ reasoning: "Hm", text: "I beg", hold: new Promise(() => {}) }]);
    const lost = it.page.ask("Hi");
    await logHas(it, "text-delta");
    const survivor = new AgUiServer([{ reasoning: "So.", text: "Hello." }], { store: it.server.store });
    const { page, after } = await comeBack({ server: survivor, page: it.page });
    const reading = page.follow(after);
    await until(() => survivor.lastEvents.some(({ type }) => type === "TEXT_MESSAGE_CONTENT"));
    it.server.store.age(REF.threadId, 100);
    await survivor.thread.recover();
    await reading;
    expect(page.reply).toBe("Hello.");
    await expectSameAsHydrated({ server: survivor, page });
    await expectValidStreams(survivor);
    await lost;
  });

  it("is not in the response to the question that is asked again after a crash", async () => {
    const server = new AgUiServer([{ text: "I beg", hold: new Promise(() => {}) }]);
    const it = { server, page: new AgUiPage(server) };
    void it.page.ask("Hi", "q1").catch(() => {});
    await logHas(it, "text-delta");
    await until(() => it.page.messages.length === 2);
    const held = it.page.messages.toReversed();
    it.server.store.age(REF.threadId, 100);
    const survivor = new AgUiServer([{ text: "Hello." }], { store: it.server.store });
    const page = new AgUiPage(survivor, { messages: held, interrupts: [] });
    await page.run();
    expect(page.messages.map((message) => message.content)).toEqual(["Hi", "Hello."]);
    await expectValidStreams(survivor);
  });
});
