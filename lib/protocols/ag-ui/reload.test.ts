import { describe, expect, it } from "vitest";
import { AgUiPage } from "./testing/agui-page";
import {
  checkStreamsAfterEach,
  clock,
  copy,
  expectSameAsHydrated,
  pay,
  refusal,
  type Scene,
  scene,
  title,
} from "./testing/scene";

checkStreamsAfterEach();

async function reload(it: Scene): Promise<Scene> {
  return { server: it.server, page: await AgUiPage.reload(it.server) };
}

describe("a reload", () => {
  it("of a thread that does not exist is empty", async () => {
    const it = scene([]);
    expect(await it.server.hydrate()).toEqual({ messages: [], interrupts: [], status: null, after: 0, before: null });
  });

  it("while an approval is open brings back the conversation and the same interrupt", async () => {
    const it = scene([{ text: "May I?", calls: [copy("c1"), clock("s1")] }, { text: "Copied." }]);
    const first = await it.page.ask("Copy.");
    const again = await reload(it);
    expect(again.page.messages).toMatchObject(it.page.messages);
    expect(again.page.agent.pendingInterrupts).toEqual(first.interrupts);
    expect((await it.server.hydrate()).status).toBe("suspended");
    await again.page.finish(await again.page.decide(first, () => ({ approved: true })));
    expect(again.page.reply).toBe("Copied.");
    expect(again.page.started).toHaveLength(1);
    await expectSameAsHydrated(again);
  });

  it("while a frontend call waits brings the call back with one interrupt", async () => {
    const it = scene([{ text: "I look.", calls: [title("c1", { a: 1 }), title("c2")] }, { text: "Done." }]);
    await it.page.ask("Title?");
    const { messages, interrupts } = await it.server.hydrate();
    expect(messages).toMatchObject(it.page.messages);
    expect(interrupts).toMatchObject([
      {
        reason: "neuron:wait_for_event",
        metadata: {
          eventName: "tool_results",
          toolCalls: [
            { callId: "c1", name: "title", input: { a: 1 } },
            { callId: "c2", name: "title", input: {} },
          ],
        },
      },
    ]);
  });

  it("answers the wait before anything else: the client itself refuses to run without", async () => {
    const it = scene([{ calls: [title("c1")] }, { text: "Done." }]);
    await it.page.ask("Title?");
    const again = await reload(it);
    await expect(again.page.ask("Other?")).rejects.toThrow("pending interrupt");
    expect(it.server.exchanges).toHaveLength(1);
  });

  it("resolves the wait; then another reload rebuilds exactly the ids that the client holds", async () => {
    const it = scene([{ calls: [title("c1"), pay("p1", 5)] }, { text: "Done." }]);
    await it.page.ask("Title?");
    const again = await reload(it);
    const interruptId = again.page.agent.pendingInterrupts[0]?.id ?? "";
    await again.page.run([{ interruptId, status: "resolved", payload: { c1: { result: "Orders" } } }]);
    expect(again.page.reply).toBe("Done.");
    await expectSameAsHydrated(again);
    const last = await it.server.hydrate();
    expect(last).toMatchObject({ status: "completed", interrupts: [] });
    expect(last.messages.map((message) => message.id)).toEqual(again.page.messages.map((message) => message.id));
  });

  it("after a partial delivery brings the delivered results as tool messages, and waits for the rest", async () => {
    const it = scene([{ calls: [title("c1"), title("c2")] }, { text: "Done." }]);
    await it.page.ask("Titles?");
    it.page.agent.addMessage({ id: "mine", role: "tool", toolCallId: "c1", content: "One" });
    await it.page.run();
    const { messages, interrupts } = await it.server.hydrate();
    expect(messages.at(-1)).toEqual({ id: "mine", role: "tool", toolCallId: "c1", content: "One" });
    expect(interrupts[0]?.metadata).toMatchObject({ toolCalls: [{ callId: "c2" }] });
  });

  it("with a partial answer keeps the interrupt until the rest is there", async () => {
    const it = scene([{ calls: [title("c1"), title("c2")] }, { text: "Done." }]);
    await it.page.ask("Titles?");
    const again = await reload(it);
    const interruptId = again.page.agent.pendingInterrupts[0]?.id ?? "";
    const run = await again.page.run([{ interruptId, status: "resolved", payload: { c2: { result: 2 } } }]);
    expect(run.interrupts).toMatchObject([{ id: interruptId, metadata: { toolCalls: [{ callId: "c1" }] } }]);
    await expectSameAsHydrated(again);
    await again.page.run([{ interruptId, status: "cancelled" }]);
    expect(again.page.reply).toBe("Done.");
    await expectSameAsHydrated(again);
  });

  it("while the run is running returns no interrupts, and hides calls without results", async () => {
    let release = () => {};
    const hold = new Promise<void>((resolve) => {
      release = resolve;
    });
    const it = scene([{ calls: [clock("s1")] }, { text: "Noon", hold }]);
    const running = it.page.ask("Time?");
    while ((await it.server.hydrate()).messages.length < 3) await new Promise((done) => setTimeout(done, 2));
    const { status, interrupts, messages } = await it.server.hydrate();
    expect({ status, interrupts }).toEqual({ status: "running", interrupts: [] });
    expect(messages.map((message) => message.role)).toEqual(["user", "assistant", "tool"]);
    release();
    await running;
    await expectSameAsHydrated(it);
  });

  it("shows the question of a turn that has no answer yet, and of one that failed", async () => {
    const it = scene([{ error: new Error("x") }]);
    await it.page.ask("Hi", "q1");
    expect((await it.server.hydrate()).messages).toEqual([{ id: "q1", role: "user", content: "Hi" }]);
  });

  it("keeps files in the question, with their names", async () => {
    const it = scene([{ text: "A dot." }]);
    const content = [
      { type: "text" as const, text: "What is it?" },
      { type: "image" as const, source: { type: "data" as const, value: "aGVsbG8=", mimeType: "image/png" } },
      {
        type: "document" as const,
        source: { type: "data" as const, value: "aGVsbG8=", mimeType: "text/plain" },
        metadata: { filename: "notes.txt" },
      },
    ];
    it.page.agent.addMessage({ id: "q1", role: "user", content });
    await it.page.run();
    expect((await it.server.hydrate()).messages[0]).toEqual({ id: "q1", role: "user", content });
    expect(it.server.model.prompts[0]?.prompt.at(-1)).toMatchObject({
      content: [
        { type: "text" },
        { type: "file", mediaType: "image/png", data: { data: "aGVsbG8=" } },
        { type: "file", mediaType: "text/plain", filename: "notes.txt" },
      ],
    });
    await expectSameAsHydrated(it);
  });

  it("in another tab sees what the first one did, and a stale answer there is refused", async () => {
    const it = scene([{ calls: [pay("p1")] }, { text: "Paid." }]);
    const first = await it.page.ask("Pay.");
    const other = await reload(it);
    await it.page.decide(first, () => ({ approved: true }));
    expect(await refusal(other.page.decide(first, () => ({ approved: false })))).toMatchObject({ status: 400 });
    expect(it.server.counters.pay).toHaveLength(1);
    const again = await reload(it);
    expect(again.page.messages).toMatchObject(it.page.messages);
  });
});

describe("older pages", () => {
  it("are asked for by the stored id of the first message, and together are the whole", async () => {
    const it = scene([{ text: "One." }, { calls: [clock("s1")] }, { text: "Two." }, { calls: [pay("p1")] }]);
    for (const question of ["First", "Second", "Third"]) await it.page.ask(question);
    const whole = (await it.server.hydrate()).messages;
    const newest = await it.server.hydrate({ limit: 3 });
    expect(newest.interrupts).toHaveLength(1);
    expect(newest.before).not.toBeNull();
    const pages = [newest];
    for (let page = newest; page.before; pages.unshift(page)) {
      page = await it.server.hydrate({ limit: 3, before: page.before });
      expect(page).toMatchObject({ interrupts: [], status: null });
    }
    expect(pages.flatMap((page) => page.messages)).toEqual(whole);
    expect(pages.length).toBeGreaterThan(1);
  });
});
