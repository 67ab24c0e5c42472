import type { UIMessage } from "ai";
import { describe, expect, it } from "vitest";
import type { AgentLogEvent } from "../../agent/events";
import { AI_SDK_HEADERS, createAiSdkAdapter } from "./adapter";
import type { ChatChunk } from "./chat-message";
import { readMessage } from "./testing/read-message";
import { numbered, respond, result, run, step, stored, toolCall, wait } from "./testing/scripted-log";

const completed: AgentLogEvent = { type: "run-completed" };
const types = (chunks: ChatChunk[]) => chunks.map((chunk) => chunk.type);
const about = (chunks: ChatChunk[], callId: string) =>
  types(
    chunks.filter(
      (chunk) => ("toolCallId" in chunk ? chunk.toolCallId : "approvalId" in chunk && chunk.approvalId) === callId,
    ),
  );

/** An assistant message with one step that calls `c1`. */
function posted(part: object, id = "m1"): UIMessage {
  const call = { type: "tool-work", toolCallId: "c1", input: {}, ...part };
  return { id, role: "assistant", parts: [{ type: "step-start" }, call] as UIMessage["parts"] };
}

const callsC1 = stored("m1", "assistant", [
  { type: "text", text: "One moment." },
  { type: "tool-call", callId: "c1", toolName: "work", input: {}, kind: "frontend" },
]);

describe("every response", () => {
  it("has the format's header, starts with the run's message id and ends with `finish`", () => {
    const context = { threadId: "t1", run: run(), after: 0, dispatcher: true, stored: [] };
    expect(createAiSdkAdapter(null)(context).headers).toEqual(AI_SDK_HEADERS);
    expect(respond([...step("m1", "Hi."), completed])).toEqual([
      { type: "start", messageId: "m1", messageMetadata: { runId: "r1", status: "running" } },
      { type: "start-step" },
      { type: "text-start", id: "m1:t" },
      { type: "text-delta", id: "m1:t", delta: "Hi." },
      { type: "text-end", id: "m1:t" },
      { type: "finish-step" },
      { type: "finish", finishReason: "stop", messageMetadata: { runId: "r1", status: "completed" } },
    ]);
  });

  it("names the run's message, whatever id the client's copy has", () => {
    const chunks = respond([completed], { posted: posted({ state: "output-available", output: 1 }, "foreign") });
    expect(chunks[0]).toMatchObject({ type: "start", messageId: "m1" });
  });

  it("leaves out what another run of the thread logs", () => {
    const other = numbered([{ type: "run-cancelled", reason: "superseded" }], "r0");
    expect(types(respond([...other, ...numbered([...step("m1", "Hi."), completed])]))).not.toContain("abort");
  });

  it("carries no metadata of the provider", () => {
    const secret = { openai: { itemId: "secret" } };
    const blocks = [{ type: "reasoning" as const, text: "Hm.", providerMetadata: secret }];
    expect(JSON.stringify(respond([completed], { stored: [stored("m1", "assistant", blocks)] }))).not.toContain(
      "secret",
    );
  });
});

describe("a model step that shows nothing", () => {
  it("renders an empty text, so that the client has it", async () => {
    const message = await readMessage(respond([...step("m1", null), completed]));
    expect(message.parts).toEqual([{ type: "step-start" }, { type: "text", text: "", state: "done" }]);
  });
});

describe("a call", () => {
  it("is previewed with its whole input, in whatever pieces it came", async () => {
    const pieces: AgentLogEvent[] = [
      { type: "tool-input-start", callId: "c1", toolName: "work", kind: "server" },
      { type: "tool-input-delta", callId: "c1", delta: '{ "b": [1,' },
      { type: "tool-input-delta", callId: "c1", delta: ' 2], "a": null }' },
    ];
    const chunks = respond([...step("m1", null, ...pieces, toolCall("c1", "work", { a: null, b: [1, 2] })), completed]);
    expect(about(chunks, "c1").slice(0, 3)).toEqual(["tool-input-start", "tool-input-delta", "tool-input-delta"]);
    expect((await readMessage(chunks)).parts[1]).toMatchObject({ input: { b: [1, 2], a: null } });
  });

  it.each([
    ["came without text", ""],
    ["was not what was streamed", '{"a":'],
  ])("whose input %s is shown as it is", async (_name, delta) => {
    const pieces: AgentLogEvent[] = [
      { type: "tool-input-start", callId: "c1", toolName: "work", kind: "server" },
      { type: "tool-input-delta", callId: "c1", delta },
    ];
    const chunks = respond([
      ...step("m1", null, ...pieces, toolCall("c1", "work", "not json")),
      result("c1", 1),
      completed,
    ]);
    expect((await readMessage(chunks)).parts[1]).toMatchObject({ input: "not json", state: "output-available" });
  });

  it("of an earlier message is not news for this one", async () => {
    const chunks = respond([
      result("old", 1),
      { type: "calls-dispatched", calls: [toolCall("old", "work")] },
      ...step("m1", "Hi."),
      completed,
    ]);
    expect(about(chunks, "old")).toEqual([]);
    await readMessage(chunks);
  });

  it.each([[false], [0], [null], [""], [[]], [{}]])("shows %j as its output", async (value) => {
    const chunks = respond([...step("m1", null, toolCall("c1", "work")), result("c1", value), completed]);
    expect((await readMessage(chunks)).parts[1]).toMatchObject({ state: "output-available", output: value });
  });

  it("that returned nothing has the output null", () => {
    const nothing: AgentLogEvent = {
      ...(result("c1", null) as AgentLogEvent & { type: "tool-result" }),
      outcome: { type: "result" },
    };
    const chunks = respond([...step("m1", null, toolCall("c1", "work")), nothing, completed]);
    expect(chunks).toContainEqual({ type: "tool-output-available", toolCallId: "c1", output: null });
  });
});

describe("dispatch", () => {
  const batch = [
    ...step("m1", null, toolCall("c1", "work", { a: 1 })),
    { type: "calls-dispatched" as const, calls: [toolCall("c1", "work", { a: 1 })] },
  ];
  const suspended: AgentLogEvent = {
    type: "run-suspended",
    interrupt: wait("tool-results", [toolCall("c1", "work", { a: 1 })]),
  };

  it("starts the call at the reader whose request claimed the segment", () => {
    const chunks = respond([...batch, suspended]);
    expect(chunks).toContainEqual({
      type: "tool-input-available",
      toolCallId: "c1",
      toolName: "work",
      input: { a: 1 },
    });
    expect(chunks.at(-1)).toMatchObject({
      type: "finish",
      finishReason: "tool-calls",
      messageMetadata: { status: "suspended" },
    });
  });

  it("only shows it to everybody else", async () => {
    const chunks = respond([...batch, suspended], { dispatcher: false });
    expect(types(chunks)).not.toContain("tool-input-available");
    expect((await readMessage(chunks)).parts[1]).toMatchObject({ state: "input-streaming", input: { a: 1 } });
  });

  it("is not this reader's once another request has claimed the run", () => {
    const taken: AgentLogEvent = { type: "run-resumed", runId: "r1", attempt: 2, reason: "recovered" };
    expect(types(respond([taken, ...batch, suspended]))).not.toContain("tool-input-available");
  });

  it("is not repeated for a part that the client already runs", () => {
    const chunks = respond(batch.slice(-1), { posted: posted({ state: "input-available" }), stored: [callsC1] });
    expect(about(chunks, "c1")).toEqual([]);
  });
});

describe("what the posted message holds", () => {
  it("is not echoed, also when storage keeps an object's keys in another order", () => {
    const answer = posted({ state: "output-available", output: { b: 1, a: [2] } });
    const outcome = { type: "result" as const, value: { a: [2], b: 1 } };
    const kept = stored("result_c1", "tool", [{ type: "tool-result", callId: "c1", toolName: "work", outcome }]);
    const chunks = respond([...step("m1_2", "Done."), completed], { posted: answer, stored: [callsC1, kept] });
    expect(types(chunks)).toEqual([
      "start",
      "start-step",
      "text-start",
      "text-delta",
      "text-end",
      "finish-step",
      "finish",
    ]);
  });

  it("may be the bare part: its step is not sent again", () => {
    const bare = { id: "m1", parts: [{ type: "tool-work", toolCallId: "c1", state: "output-available", output: 1 }] };
    const chunks = respond([result("c1", 1), ...step("m1_2", "Done."), completed], { posted: bare, stored: [callsC1] });
    expect(types(chunks)).toEqual([
      "start",
      "start-step",
      "text-start",
      "text-delta",
      "text-end",
      "finish-step",
      "finish",
    ]);
  });

  it("is corrected where storage knows better", () => {
    const invented = posted({ state: "output-available", output: "invented" });
    expect(respond([result("c1", "real")], { posted: invented, stored: [callsC1] })).toContainEqual({
      type: "tool-output-available",
      toolCallId: "c1",
      output: "real",
    });
  });
});

describe("an approval", () => {
  const asked = stored("m1", "assistant", [
    { type: "tool-call", callId: "c1", toolName: "work", input: {}, kind: "server", approval: { reason: "Why not." } },
  ]);
  const calls = [{ ...toolCall("c1", "work"), reason: "Why not." }];
  const waiting = run("suspended", { interrupt: wait("approval", calls) } as object);

  it("is asked again where the client's copy has lost its id", () => {
    const chunks = respond([], { run: waiting, stored: [asked], posted: posted({ state: "approval-requested" }) });
    expect(chunks).toContainEqual({
      type: "tool-approval-request",
      approvalId: "c1",
      toolCallId: "c1",
      reason: "Why not.",
    });
  });

  it("that was decided elsewhere is told, under the id that the client has", async () => {
    const decision: AgentLogEvent = { type: "approval-responded", callId: "c1", approved: true };
    for (const approval of [undefined, { id: "c1" }, { id: "another" }]) {
      const copy = posted({ state: "approval-requested", approval });
      const chunks = respond([decision, result("c1", 1), completed], { stored: [asked], posted: copy });
      expect((await readMessage(chunks, copy)).parts[1]).toMatchObject({
        state: "output-available",
        approval: { approved: true },
      });
    }
  });

  it("that was decided here is not echoed", () => {
    const decision: AgentLogEvent = { type: "approval-responded", callId: "c1", approved: true };
    const copy = posted({ state: "approval-responded", approval: { id: "c1", approved: true } });
    const suspended: AgentLogEvent = { type: "run-suspended", interrupt: wait("timer") };
    expect(about(respond([decision, suspended], { stored: [asked], posted: copy }), "c1")).toEqual([]);
  });

  it("that was rejected ends in `output-denied` with its reason", async () => {
    const outcome = { type: "rejected" as const, reason: "No." };
    const rejected: AgentLogEvent = {
      type: "tool-result",
      callId: "c1",
      toolName: "work",
      outcome,
      messageId: "x",
      from: "server",
    };
    const request: AgentLogEvent = {
      type: "approval-requested",
      callId: "c1",
      toolName: "work",
      input: {},
      reason: "",
    };
    const message = await readMessage(
      respond([...step("m1", null, toolCall("c1", "work")), request, rejected, completed]),
    );
    expect(message.parts[1]).toMatchObject({
      state: "output-denied",
      approval: { id: "c1", approved: false, reason: "No." },
    });
  });
});

describe("a void step", () => {
  const half = step("m1", "Half", toolCall("c1", "work")).slice(0, -1);
  const again = step("m1", "Whole.");

  it("is taken out of a live client's message", async () => {
    const discarded: AgentLogEvent = { type: "step-discarded", from: 1, to: half.length };
    const message = await readMessage(respond([...half, discarded, ...again, completed]));
    expect(message).toEqual(await readMessage(respond([...again, completed])));
  });

  it("is taken out also while its text is open, and when the run ends with it", async () => {
    const open = half.slice(0, 3);
    const discarded: AgentLogEvent = { type: "step-discarded", from: 1, to: 3 };
    const message = await readMessage(respond([...open, discarded, { type: "run-cancelled", reason: "stopped" }]));
    expect(message.parts).toEqual([
      { type: "step-start" },
      { type: "data-run", data: { runId: "r1", status: "cancelled" } },
    ]);
  });

  it("that only executed calls keeps the step it belongs to, and its result once", async () => {
    const before = step("m1", "Text.", toolCall("c1", "work"));
    const from = before.length + 1;
    const log = [
      ...before,
      result("c1", 1),
      { type: "step-discarded" as const, from, to: from },
      result("c1", 1),
      completed,
    ];
    const chunks = respond(log);
    expect(types(chunks)).not.toContain("reset-step");
    expect(about(chunks, "c1").filter((type) => type === "tool-output-available")).toHaveLength(1);
  });

  it("that this response never showed is nothing to it", () => {
    expect(types(respond([{ type: "step-discarded", from: 1, to: 9 }, ...again, completed]))).not.toContain(
      "reset-step",
    );
  });
});

describe("the end of a response", () => {
  it("closes what is open when the run is lost", async () => {
    const open = step("m1", "Half").slice(0, 3);
    const chunks = respond(open, { end: { type: "lost", message: "Lost." } });
    expect(types(chunks).slice(-4)).toEqual(["text-end", "finish-step", "error", "finish"]);
    expect((await readMessage(chunks)).parts[1]).toMatchObject({ text: "Half", state: "done" });
  });

  it("is an error when the log ends before the run does", () => {
    expect(types(respond(step("m1", "Hi."))).slice(-2)).toEqual(["error", "finish"]);
  });

  it("is what a recovered run came to, not how it failed before", () => {
    const failed: AgentLogEvent = { type: "run-failed", error: { code: "model-error", message: "Failed." } };
    const recovered: AgentLogEvent = { type: "run-resumed", runId: "r1", attempt: 2, reason: "recovered" };
    expect(types(respond([failed, recovered, ...step("m1", "Hi."), completed]))).not.toContain("error");
  });

  it("says that a run failed before the client stops reading", async () => {
    const failed: AgentLogEvent = { type: "run-failed", error: { code: "model-error", message: "Failed." } };
    const chunks = respond([...step("m1", null, toolCall("c1", "work")), failed]);
    expect(types(chunks).slice(-6)).toEqual([
      "start-step",
      "data-run",
      "finish-step",
      "message-metadata",
      "error",
      "finish",
    ]);
    const message = await readMessage(chunks.slice(0, -1));
    expect(message.metadata).toEqual({ runId: "r1", status: "failed" });
    expect(message.parts[1]).toMatchObject({ state: "output-error" });
  });

  it("closes an answer that ends on calls with a step of its own", async () => {
    const chunks = respond([...step("m1", null, toolCall("c1", "work")), result("c1", 1), completed]);
    expect((await readMessage(chunks)).parts.at(-1)).toMatchObject({ type: "data-run", data: { status: "completed" } });
  });

  it("says why a run was cancelled", () => {
    const chunks = respond([...step("m1", "Half"), { type: "run-cancelled", reason: "stopped" }]);
    expect(chunks).toContainEqual({ type: "abort", reason: "stopped" });
  });

  it("tells a wait for something else from a wait for calls", () => {
    const chunks = respond([...step("m1", "Wait."), { type: "run-suspended", interrupt: wait("timer") }]);
    expect(chunks.at(-1)).toMatchObject({ type: "finish", finishReason: "other" });
  });
});

describe("progress of nodes and tools", () => {
  it("is transient data: the client hears of it and keeps nothing", async () => {
    const progress: AgentLogEvent[] = [
      { type: "custom", name: "eta", value: 3 },
      { type: "activity", messageId: "a1", activityType: "search", content: { hits: 2 } },
      { type: "step-progress", name: "index", status: "started", stepId: "s1" },
    ];
    const chunks = respond([...progress, ...step("m1", "Hi."), completed]);
    expect(chunks.slice(1, 4)).toEqual([
      { type: "data-custom", data: { name: "eta", value: 3 }, transient: true },
      {
        type: "data-activity",
        data: { messageId: "a1", activityType: "search", content: { hits: 2 } },
        transient: true,
      },
      { type: "data-step", data: { name: "index", status: "started", stepId: "s1" }, transient: true },
    ]);
    expect((await readMessage(chunks)).parts).toHaveLength(2);
  });
});
