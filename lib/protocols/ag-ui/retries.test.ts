import { describe, expect, it } from "vitest";
import { AgUiPage } from "./testing/agui-page";
import { AgUiServer } from "./testing/agui-server";
import {
  checkStreamsAfterEach,
  clock,
  copy,
  expectSameAsHydrated,
  pay,
  refusal,
  resultsInPrompt,
  type Scene,
  scene,
  title,
} from "./testing/scene";
import { expectValidStreams } from "./testing/valid-streams";
import type { AgUiMessage } from "./wire";

checkStreamsAfterEach();

function answer({ page }: Scene, callId: string, content: string, id = `m-${callId}`): void {
  page.agent.addMessage({ id, role: "tool", toolCallId: callId, content });
}

/** The request that a page has made last, sent once more by a page that has not read the answer. */
async function again({ server }: Scene, held?: AgUiMessage[]): Promise<AgUiPage> {
  const body = server.exchanges.at(-1)?.body;
  const page = new AgUiPage(server, { messages: held ?? body?.messages ?? [], interrupts: [] });
  await page.run(body?.resume as never);
  return page;
}

describe("retries", () => {
  it("the same partial submission again while the batch is pending is accepted, without inference", async () => {
    const it = scene([{ calls: [title("c1"), title("c2")] }, { text: "Done." }]);
    await it.page.ask("Titles?");
    answer(it, "c1", "One");
    expect(await it.page.run()).toMatchObject({ calls: [], interrupts: [], errors: [], finished: 1 });
    expect(await it.page.run()).toMatchObject({ calls: [], interrupts: [], errors: [], finished: 1 });
    expect(it.server.model.prompts).toHaveLength(1);
    await expectSameAsHydrated(it);
    answer(it, "c2", "Two");
    await it.page.run();
    expect(it.server.model.prompts).toHaveLength(2);
    expect(resultsInPrompt(it, 1)).toMatchObject({ c1: { value: "One" }, c2: { value: "Two" } });
    await expectSameAsHydrated(it);
  });

  it("results may come one by one and out of order; then one model call has them all, in call order", async () => {
    const it = scene([{ calls: [title("c1"), title("c2"), title("c3")] }, { text: "Done." }]);
    await it.page.ask("Titles?");
    for (const callId of ["c3", "c1", "c2"]) {
      answer(it, callId, callId);
      await it.page.run();
      await expectSameAsHydrated(it);
    }
    expect(it.server.model.prompts).toHaveLength(2);
    expect(Object.keys(resultsInPrompt(it, 1))).toEqual(["c1", "c2", "c3"]);
  });

  it("a different outcome for a settled call is 409, nothing executes, and the wait goes on", async () => {
    const it = scene([{ calls: [title("c1"), title("c2")] }, { text: "Done." }]);
    await it.page.ask("Titles?");
    answer(it, "c1", "One");
    await it.page.run();
    const rival = new AgUiPage(it.server, { messages: it.page.messages.slice(0, -1), interrupts: [] });
    rival.agent.addMessage({ id: "m", role: "tool", toolCallId: "c1", content: "Other" });
    expect(await refusal(rival.run())).toMatchObject({
      status: 409,
      code: "conflict",
      message: expect.stringContaining("different outcome"),
    });
    expect(it.server.model.prompts).toHaveLength(1);
    answer(it, "c2", "Two");
    await it.page.run();
    expect(it.page.reply).toBe("Done.");
  });

  it("a submission after the run has completed is 400, never a new turn", async () => {
    const it = scene([{ calls: [title("c1")] }, { text: "Done." }]);
    it.page.execute((await it.page.ask("Title?")).calls);
    const before = it.page.messages;
    await it.page.run();
    const late = new AgUiPage(it.server, { messages: before, interrupts: [] });
    expect(await refusal(late.run())).toMatchObject({
      status: 400,
      code: "no-run",
      message: expect.stringContaining("no persisted run"),
    });
    expect(it.server.model.prompts).toHaveLength(2);
  });

  it("a decision after the run has completed is 400, also when the question is all that the client has", async () => {
    const it = scene([{ calls: [pay("p1")] }, { text: "Paid." }]);
    const first = await it.page.ask("Pay.");
    const before = it.page.messages;
    expect(before).toHaveLength(1);
    await it.page.decide(first, () => ({ approved: true }));
    const late = new AgUiPage(it.server, { messages: before, interrupts: first.interrupts });
    expect(await refusal(late.decide(first, () => ({ approved: true })))).toMatchObject({
      status: 400,
      code: "no-run",
    });
    expect(it.server.counters.pay).toHaveLength(1);
  });

  it("results of a previous turn are 400 while another wait is open", async () => {
    const it = scene([{ calls: [title("c1")] }, { text: "Done." }, { calls: [title("c2")] }, { text: "Done." }]);
    it.page.execute((await it.page.ask("Title?")).calls);
    const before = it.page.messages;
    await it.page.run();
    await it.page.ask("Again?");
    const late = new AgUiPage(it.server, { messages: before, interrupts: [] });
    expect(await refusal(late.run())).toMatchObject({
      status: 400,
      code: "no-match",
      message: expect.stringContaining("no matching continuation input"),
    });
    expect(it.server.model.prompts).toHaveLength(3);
  });

  it("the request's run id is neither unique nor a key: used again it replays nothing", async () => {
    const it = scene([{ text: "One." }, { text: "Two." }]);
    it.page.say("First");
    await it.page.agent.runAgent({ runId: "same" });
    it.page.say("Second");
    await it.page.agent.runAgent({ runId: "same" });
    expect(it.page.messages.map((message) => message.content)).toEqual(["First", "One.", "Second", "Two."]);
  });

  it("a resume under the run id of the interrupted request is accepted, and nothing old is replayed", async () => {
    const it = scene([{ text: "I pay.", calls: [pay("p1")] }, { text: "Paid." }]);
    it.page.say("Pay.");
    await it.page.agent.runAgent({ runId: "same" });
    const resume = [{ interruptId: "p1", status: "resolved" as const, payload: { approved: true } }];
    await it.page.agent.runAgent({ runId: "same", resume });
    expect(it.server.lastEvents[0]).toMatchObject({ type: "RUN_STARTED", runId: "same" });
    const said = it.server.lastEvents.flatMap((event) => (event.type === "TEXT_MESSAGE_CONTENT" ? [event.delta] : []));
    expect(said.join("")).toBe("Paid.");
    expect(it.server.counters.pay).toHaveLength(1);
    await expectSameAsHydrated(it);
  });

  it("a question sent again by its id is not a second question: its stored answer comes again", async () => {
    const it = scene([{ reasoning: "Hm.", text: "I look.", calls: [clock("s1")] }, { text: "Noon." }]);
    await it.page.ask("Time?", "q1");
    const copy = await again(it);
    expect(copy.messages).toMatchObject(it.page.messages);
    expect(it.server.model.prompts).toHaveLength(2);
    expect(it.server.counters.clock).toBe(1);
  });
});

describe("a response that was lost", () => {
  it("of a resume shows what became of it when the resume comes again, and starts no browser tool", async () => {
    const it = scene([{ calls: [pay("p1"), copy("w1")] }, { text: "Done." }]);
    const first = await it.page.ask("Both.");
    await it.page.decide(first, () => ({ approved: true }));
    const copyPage = await again(it);
    expect(it.server.lastEvents.some(({ type }) => type === "TOOL_CALL_START")).toBe(true);
    const started = it.server.lastEvents.flatMap((event) =>
      event.type === "TOOL_CALL_START" ? [event.toolCallId] : [],
    );
    expect(started).toEqual(["p1"]);
    expect(copyPage.agent.pendingInterrupts).toMatchObject([{ reason: "neuron:wait_for_event" }]);
    expect(it.server.counters.pay).toHaveLength(1);
    await expectSameAsHydrated({ server: it.server, page: copyPage });
    const interruptId = copyPage.agent.pendingInterrupts[0]?.id ?? "";
    await copyPage.run([{ interruptId, status: "resolved", payload: { w1: { result: true } } }]);
    expect(copyPage.reply).toBe("Done.");
    await expectSameAsHydrated({ server: it.server, page: copyPage });
  });

  it("of a rejection has the rejected call and its result when it comes again", async () => {
    const it = scene([{ calls: [copy("w1"), title("w2")] }, { text: "Done." }]);
    const first = await it.page.ask("Both.");
    await it.page.decide(first, () => ({ approved: false, reason: "No" }));
    const copyPage = await again(it);
    await expectSameAsHydrated({ server: it.server, page: copyPage });
  });
});

describe("a restart", () => {
  it("between two requests continues the wait, and what was executed is not executed again", async () => {
    const it = scene([{ calls: [clock("s1"), title("w1")] }, { text: "never asked" }]);
    it.page.execute((await it.page.ask("Both.")).calls);
    const fresh = new AgUiServer([{ text: "Done." }], { store: it.server.store });
    const page = new AgUiPage(fresh, { messages: it.page.messages, interrupts: [] });
    await page.run();
    expect(page.reply).toBe("Done.");
    expect(it.server.counters.clock + fresh.counters.clock).toBe(1);
    expect(it.server.model.prompts).toHaveLength(1);
    await expectSameAsHydrated({ server: fresh, page });
    await expectValidStreams(fresh);
  });

  it("while an approval is open leaves it open, and one execution follows", async () => {
    const it = scene([{ calls: [pay("p1")] }]);
    const first = await it.page.ask("Pay.");
    const fresh = new AgUiServer([{ text: "Paid." }], { store: it.server.store });
    const page = await AgUiPage.reload(fresh);
    expect(page.agent.pendingInterrupts).toEqual(first.interrupts);
    await page.decide(first, () => ({ approved: true }));
    expect(page.reply).toBe("Paid.");
    expect(it.server.counters.pay).toHaveLength(0);
    expect(fresh.counters.pay).toHaveLength(1);
  });
});

describe("a provider that fails after the stream has begun", () => {
  it("leaves a failed run and no wait, and the client has the error event", async () => {
    const it = scene([{ text: "I beg", error: new Error("x") }]);
    const run = await it.page.ask("Hi");
    expect(run.errors).toEqual(["The model could not finish its answer. Try again."]);
    expect(it.server.lastEvents.at(-1)).toMatchObject({ type: "RUN_ERROR", code: "model-error" });
    expect(await it.server.hydrate()).toMatchObject({ status: "failed", interrupts: [] });
    await expectSameAsHydrated(it);
  });
});
