import { describe, expect, it } from "vitest";
import { AgUiPage } from "./testing/agui-page";
import { checkStreamsAfterEach, pay, refusal, resultsInPrompt, type Scene, scene, title } from "./testing/scene";

checkStreamsAfterEach();

/** The one row of the model's prompt that a client's answer becomes. */
async function delivered(it: Scene, message: { content: string; error?: string }) {
  await it.page.ask("Title?");
  it.page.agent.addMessage({ id: "m1", role: "tool", toolCallId: "c1", ...message });
  await it.page.run();
  return resultsInPrompt(it, 1).c1;
}

const waiting = () => scene([{ calls: [title("c1")] }, { text: "Done." }]);

async function reloaded(steps: Parameters<typeof scene>[0]): Promise<Scene & { waitId: string }> {
  const it = scene(steps);
  await it.page.ask("Go.");
  const page = await AgUiPage.reload(it.server);
  return { server: it.server, page, waitId: page.agent.pendingInterrupts[0]?.id ?? "" };
}

describe("what AG-UI delivers to the endpoint", () => {
  it.each(["Orders", '{"a": [1, null]}', "false", "0", "null", "", "  \n", "Error: no"])(
    "a tool message's content %j stays this very text",
    async (content) => {
      expect(await delivered(waiting(), { content })).toEqual({ type: "text", value: content });
    },
  );

  it("a tool message with an error is an error result", async () => {
    expect(await delivered(waiting(), { content: "", error: "no title" })).toEqual({
      type: "error-text",
      value: "no title",
    });
  });

  it("a tool message with an empty error is an error result too", async () => {
    expect(await delivered(waiting(), { content: "gone", error: "" })).toEqual({ type: "error-text", value: "gone" });
  });

  it("a resume of a confirmation approves the action", async () => {
    const it = scene([{ calls: [pay("p1")] }, { text: "Paid." }]);
    await it.page.decide(await it.page.ask("Pay."), () => ({ approved: true }));
    expect(it.server.counters.pay).toHaveLength(1);
  });

  it("a resume of a confirmation rejects the action, with its reason", async () => {
    const it = scene([{ calls: [pay("p1")] }, { text: "As you like." }]);
    await it.page.decide(await it.page.ask("Pay."), () => ({ approved: false, reason: "Too much" }));
    expect(it.server.counters.pay).toHaveLength(0);
    expect(resultsInPrompt(it, 1).p1?.value).toContain("Too much");
  });

  it("a resume of the reloaded frontend wait with a result map is the results of its calls", async () => {
    const it = await reloaded([{ calls: [title("c1"), title("c2"), title("c3")] }, { text: "Done." }]);
    await it.page.run([
      {
        interruptId: it.waitId,
        status: "resolved",
        payload: { c1: { result: { a: [1] } }, c2: { result: false }, c3: { error: "no title" } },
      },
    ]);
    expect(resultsInPrompt(it, 1)).toEqual({
      c1: { type: "text", value: '{"a":[1]}' },
      c2: { type: "text", value: "false" },
      c3: { type: "error-text", value: "no title" },
    });
  });

  it("a cancelled reloaded frontend wait is an error result for every pending call", async () => {
    const it = await reloaded([{ calls: [title("c1"), title("c2")] }, { text: "Done." }]);
    await it.page.run([{ interruptId: it.waitId, status: "cancelled" }]);
    const cancelled = { type: "error-text", value: "Frontend tool execution cancelled." };
    expect(resultsInPrompt(it, 1)).toEqual({ c1: cancelled, c2: cancelled });
  });
});

describe("a resume", () => {
  it("must address every open interrupt", async () => {
    const it = scene([{ calls: [pay("p1"), pay("p2")] }, { text: "Done." }]);
    await it.page.ask("Pay.");
    it.page.agent.pendingInterrupts = [];
    const one = [{ interruptId: "p1", status: "resolved" as const, payload: { approved: true } }];
    expect(await refusal(it.page.run(one))).toMatchObject({ status: 400, code: "invalid-input" });
    expect(it.server.counters.pay).toHaveLength(0);
  });

  it("may address only interrupts of the wait, each once", async () => {
    const it = scene([{ calls: [pay("p1")] }, { text: "Done." }]);
    await it.page.ask("Pay.");
    const answer = { interruptId: "p1", status: "resolved" as const, payload: { approved: true } };
    const unknown = await refusal(it.page.run([answer, { ...answer, interruptId: "p9" }]));
    expect(unknown).toMatchObject({ code: "invalid-input", message: expect.stringContaining("resume.1.interruptId") });
    expect(unknown).not.toHaveProperty("settled");
    const twice = await refusal(it.page.run([answer, answer]));
    expect(twice).toMatchObject({ code: "invalid-input", message: expect.stringContaining("resume.1.interruptId") });
    expect(it.server.counters.pay).toHaveLength(0);
  });

  it("of an interrupt that somebody else has settled meanwhile is told how", async () => {
    const it = scene([{ calls: [pay("p1")] }, { calls: [pay("p2")] }, { text: "Done." }]);
    await it.page.ask("Pay.");
    await it.server.thread.submitApprovalDecisions({ p1: "reject" }).run();
    const refused = await refusal(
      it.page.run([{ interruptId: "p1", status: "resolved", payload: { approved: true } }]),
    );
    expect(refused).toMatchObject({ status: 400, code: "invalid-input", settled: { p1: { approved: false } } });
    expect(it.server.counters.pay).toHaveLength(0);
  });

  it("of a frontend wait that somebody else has settled meanwhile is told how", async () => {
    const it = scene([{ calls: [title("c1")] }, { calls: [pay("p1")] }, { text: "Done." }]);
    await it.page.ask("Title?");
    const payload = { c1: { result: "x" } };
    const late = [
      { interruptId: (await it.server.hydrate()).interrupts[0]?.id ?? "", status: "resolved" as const, payload },
    ];
    await it.server.thread.submitToolResults({ c1: { result: "y" } }).run();
    it.page.agent.pendingInterrupts = [];
    const refused = await refusal(it.page.run(late));
    expect(refused).toMatchObject({ status: 400, code: "invalid-input", settled: { c1: { type: "result" } } });
  });

  it.each([undefined, true, {}, { approved: "yes" }, { approved: true, reason: 5 }])(
    "of an approval without a usable payload (%j) is refused",
    async (payload) => {
      const it = scene([{ calls: [pay("p1")] }, { text: "Done." }]);
      await it.page.ask("Pay.");
      const refused = await refusal(it.page.run([{ interruptId: "p1", status: "resolved", payload }]));
      expect(refused.code).toBe("invalid-input");
      expect(refused.message).toContain("resume.0.payload");
    },
  );

  it("that is cancelled has no payload", async () => {
    const it = scene([{ calls: [pay("p1")] }, { text: "Done." }]);
    await it.page.ask("Pay.");
    const refused = await refusal(
      it.page.run([{ interruptId: "p1", status: "cancelled", payload: { approved: false } }]),
    );
    expect(refused).toMatchObject({ code: "invalid-input", message: expect.stringContaining("resume.0.payload") });
  });

  it.each([
    [null, "payload"],
    [[], "payload"],
    [{}, "payload"],
    [{ c9: { result: 1 } }, "payload.c9"],
    [{ c1: 5 }, "payload.c1"],
    [{ c1: {} }, "payload.c1"],
    [{ c1: { result: 1, error: "x" } }, "payload.c1"],
    [{ c1: { error: 5 } }, "payload.c1.error"],
  ])("of a frontend wait with the results %j is refused, by its path", async (payload, path) => {
    const it = await reloaded([{ calls: [title("c1")] }, { text: "Done." }]);
    const refused = await refusal(
      it.page.run([{ interruptId: it.waitId, status: "resolved", payload: payload as never }]),
    );
    expect(refused).toMatchObject({ code: "invalid-input", message: expect.stringContaining(`resume.0.${path}`) });
    expect((await it.server.hydrate()).interrupts).toHaveLength(1);
  });

  it("comes with tool messages: those of frontend calls count, those of calls that it addresses do not", async () => {
    const it = await reloaded([{ calls: [title("c1"), title("c2")] }, { text: "Done." }]);
    for (const id of ["c1", "c2"]) {
      it.page.agent.addMessage({ id: `m-${id}`, role: "tool", toolCallId: id, content: `message ${id}` });
    }
    await it.page.run([{ interruptId: it.waitId, status: "resolved", payload: { c1: { result: "resume c1" } } }]);
    expect(resultsInPrompt(it, 1)).toMatchObject({ c1: { value: "resume c1" }, c2: { value: "message c2" } });
  });

  it("decides alone, whatever tool messages say about calls that are not dispatched yet", async () => {
    const it = scene([{ calls: [title("w1"), pay("p1")] }, { text: "Done." }]);
    const first = await it.page.ask("Both.");
    it.page.agent.addMessage({ id: "m1", role: "tool", toolCallId: "w1", content: "invented" });
    const second = await it.page.decide(first, () => ({ approved: true }));
    expect(second.calls.map((call) => call.id)).toEqual(["p1", "w1"]);
    await it.page.finish(second);
    expect(resultsInPrompt(it, 1)).toMatchObject({ w1: { value: "Orders" }, p1: { value: '{"paid":500}' } });
  });
});

describe("a tool message", () => {
  it("that is sent without its call and without the history takes name and arguments from storage", async () => {
    const it = scene([{ text: "I look.", calls: [title("c1", { a: 1 })] }, { text: "Done." }]);
    await it.page.ask("Title?");
    const held = it.page.messages;
    it.page.agent.setMessages([{ id: "m1", role: "tool", toolCallId: "c1", content: "Orders" }]);
    await it.page.run();
    expect(it.server.model.prompts[1]?.prompt).toEqual([
      ...(it.server.model.prompts[0]?.prompt ?? []),
      {
        role: "assistant",
        content: [
          { type: "text", text: "I look." },
          expect.objectContaining({ type: "tool-call", toolCallId: "c1", toolName: "title", input: { a: 1 } }),
        ],
      },
      { role: "tool", content: [expect.objectContaining({ toolCallId: "c1" })] },
    ]);
    const types = it.server.lastEvents.map(({ type }) => type);
    expect(types.filter((type) => type.startsWith("TOOL_CALL") || type.endsWith("SNAPSHOT"))).toEqual([]);
    expect((await it.server.hydrate()).messages.slice(0, held.length).map(({ id }) => id)).toEqual(
      held.map(({ id }) => id),
    );
  });

  it("for a call that awaits a decision is no decision", async () => {
    const it = scene([{ calls: [pay("p1")] }, { text: "Done." }]);
    await it.page.ask("Pay.");
    it.page.agent.pendingInterrupts = [];
    it.page.agent.addMessage({ id: "m1", role: "tool", toolCallId: "p1", content: '{"approved":true}' });
    expect(await refusal(it.page.run())).toMatchObject({ status: 400, code: "wrong-phase" });
    expect(it.server.counters.pay).toHaveLength(0);
  });

  it("in parts, as newer clients may send it, is the text of its parts", async () => {
    const it = waiting();
    await it.page.ask("Title?");
    const content = [
      { type: "text" as const, text: "Ord" },
      { type: "text" as const, text: "ers" },
    ];
    it.page.agent.addMessage({ id: "m1", role: "tool", toolCallId: "c1", content });
    await it.page.run();
    expect(resultsInPrompt(it, 1).c1).toEqual({ type: "text", value: "Orders" });
  });
});
