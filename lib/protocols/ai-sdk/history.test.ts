import { type UIMessage, validateUIMessages } from "ai";
import { describe, expect, it } from "vitest";
import type { AgentRun } from "../../agent/events";
import { type Block, noteId, type ToolCallBlock, type ToolOutcome } from "../../agent/messages";
import { toUiMessages } from "./history";
import { run, stored, wait } from "./testing/scripted-log";

const said = (text: string): Block => ({ type: "text", text });
const question = stored("q1", "user", [said("Hello")]);
const call = (extra: Partial<ToolCallBlock> = {}): ToolCallBlock => ({
  type: "tool-call",
  callId: "c1",
  toolName: "work",
  input: { a: 1 },
  kind: "frontend",
  ...extra,
});
const calling = (extra: Partial<ToolCallBlock> = {}) => stored("m1", "assistant", [call(extra)]);
const answered = (outcome: ToolOutcome, runId = "r1") =>
  stored("result_c1", "tool", [{ type: "tool-result", callId: "c1", toolName: "work", outcome }], {
    callId: "c1",
    runId,
  });
const pending = { callId: "c1", toolName: "work", input: { a: 1 } };

async function project(messages: Parameters<typeof toUiMessages>[0], latest: AgentRun | null = run("completed")) {
  const projected = toUiMessages(messages, latest);
  await validateUIMessages({ messages: projected });
  return projected as UIMessage[];
}

async function part(messages: Parameters<typeof toUiMessages>[0], latest?: AgentRun) {
  return (await project(messages, latest)).at(-1)?.parts[1];
}

describe("a question", () => {
  it("keeps its id, its text and its files", async () => {
    const file = {
      type: "file" as const,
      mediaType: "image/png",
      url: "data:image/png;base64,YQ==",
      filename: "a.png",
    };
    expect(await project([stored("q1", "user", [file, said("Hello")])])).toEqual([
      { id: "q1", role: "user", parts: [file, said("Hello")] },
    ]);
  });

  it.each<[string, boolean, AgentRun | null]>([
    ["is not failed while its run works on it", false, run("running")],
    ["is not failed while its run waits", false, run("suspended", { interrupt: wait("timer") } as object)],
    ["is failed when its run is", true, run("failed", { error: { code: "x", message: "y" } } as object)],
    ["is failed when its run was stopped at once", true, run("cancelled")],
    [
      "is failed when later turns have left it behind",
      true,
      run("completed", { data: { ...run().data, questionId: "q2" } }),
    ],
  ])("without an inference %s", async (_name, failed, latest) => {
    const [message] = await project([stored("q1", "user", [said("Hello")], { inContext: false })], latest);
    expect(message?.metadata).toEqual(failed ? { failed: true } : undefined);
  });
});

describe("the answer of a run", () => {
  it("is one message under the run's id, a step for every model step", async () => {
    const messages = [
      question,
      stored("m1", "assistant", [{ type: "reasoning", text: "Hm." }, said("One."), call()]),
      answered({ type: "result", value: 0 }),
      stored("m1_2", "assistant", [said("Two.")]),
    ];
    expect((await project(messages))[1]).toEqual({
      id: "m1",
      role: "assistant",
      metadata: { runId: "r1", status: "completed" },
      parts: [
        { type: "step-start" },
        { type: "reasoning", text: "Hm.", state: "done" },
        { type: "text", text: "One.", state: "done" },
        { type: "tool-work", toolCallId: "c1", input: { a: 1 }, state: "output-available", output: 0 },
        { type: "step-start" },
        { type: "text", text: "Two.", state: "done" },
      ],
    });
  });

  it("has the id of its first step when it is not the latest run", async () => {
    const old = { runId: "r0" };
    const messages = [stored("q0", "user", [said("?")], old), stored("m0", "assistant", [said("!")], old), question];
    expect((await project(messages, run("running"))).map((message) => message.id)).toEqual(["q0", "m0", "q1"]);
  });

  it("says nothing of what was replaced", async () => {
    const replaced = stored("m0", "assistant", [said("Old.")], { supersededBy: "r1" });
    expect(await project([question, replaced, stored("m1", "assistant", [said("New.")])])).toHaveLength(2);
  });

  it("leaves out the note that tells the model of an interruption", async () => {
    const note = stored(noteId("q2"), "assistant", [said("My previous answer was interrupted.")]);
    expect(await project([question, stored("m1", "assistant", [said("Well.")]), note])).toEqual(
      await project([question, stored("m1", "assistant", [said("Well.")])]),
    );
    expect(await project([question, note], run("failed"))).toHaveLength(1);
  });

  it("keeps no metadata of the provider", async () => {
    const providerMetadata = { openai: { itemId: "secret" } };
    const blocks: Block[] = [{ type: "text", text: "Hi.", providerMetadata }, call({ providerMetadata })];
    expect(JSON.stringify(await project([stored("m1", "assistant", blocks)]))).not.toContain("secret");
  });

  it("is closed by a step of its own when the run failed or was stopped", async () => {
    const failed = run("failed", { error: { code: "model-error", message: "Failed." } } as object);
    const last = (await project([question, stored("m1", "assistant", [said("Half")])], failed)).at(-1);
    expect(last?.parts.slice(-2)).toEqual([
      { type: "step-start" },
      { type: "data-run", data: { runId: "r1", status: "failed", message: "Failed." } },
    ]);
  });

  it("is closed as well when an earlier run ended on calls", async () => {
    const later = run("running", { runId: "r2" });
    const last = (await project([question, calling(), answered({ type: "error", message: "x" })], later)).at(-1);
    expect(last?.parts.slice(-2)).toEqual([{ type: "step-start" }, { type: "data-run", data: { runId: "r1" } }]);
  });
});

describe("a call", () => {
  const approval = { reason: "Why not." };
  const granted = { ...approval, decision: { approved: true, reason: "Go." } };
  const asked = { id: "c1", requestReason: "Why not." };

  it.each<[string, ToolOutcome, object]>([
    ["a result", { type: "result", value: [] }, { state: "output-available", output: [] }],
    ["nothing", { type: "result" }, { state: "output-available", output: null }],
    ["an error", { type: "error", message: "x" }, { state: "output-error", errorText: "x" }],
    ["a stop", { type: "stopped", message: "s" }, { state: "output-error", errorText: "s" }],
    ["a cancellation", { type: "cancelled", message: "c" }, { state: "output-error", errorText: "c" }],
  ])("that ended with %s", async (_name, outcome, expected) => {
    const tool = { type: "tool-work", toolCallId: "c1", input: { a: 1 } };
    expect(await part([calling(), answered(outcome)])).toEqual({ ...tool, ...expected });
    const approved = { approval: { ...asked, approved: true, reason: "Go." } };
    expect(await part([calling({ approval: granted }), answered(outcome)])).toEqual({
      ...tool,
      ...expected,
      ...approved,
    });
  });

  it("that was rejected", async () => {
    const decision = { approved: false, reason: "No." };
    const rejected = [calling({ approval: { ...approval, decision } }), answered({ type: "rejected", reason: "No." })];
    expect(await part(rejected)).toMatchObject({ state: "output-denied", approval: { ...asked, ...decision } });
  });

  it("that waits for a decision, and whose decision waits for the others", async () => {
    const interrupt = wait("approval", [{ ...pending, reason: "Why not." }]);
    const waiting = run("suspended", { interrupt } as object);
    expect(await part([calling({ approval })], waiting)).toMatchObject({
      state: "approval-requested",
      approval: asked,
    });
    const decided = run("suspended", {
      interrupt: { ...interrupt, answers: { c1: { type: "approval", approved: true } } },
    } as object);
    expect(await part([calling({ approval })], decided)).toMatchObject({
      state: "approval-responded",
      approval: { ...asked, approved: true },
    });
  });

  it("that waits for the browser, approved or not, and one that has answered before the others", async () => {
    const interrupt = wait("tool-results", [pending]);
    const waiting = run("suspended", { interrupt } as object);
    expect(await part([calling()], waiting)).toMatchObject({ state: "input-available" });
    expect(await part([calling({ approval: granted })], waiting)).not.toHaveProperty("approval");
    const answers = { c1: { type: "outcome", outcome: { type: "result", value: false } } };
    const settled = run("suspended", { interrupt: { ...interrupt, answers } } as object);
    expect(await part([calling()], settled)).toMatchObject({ state: "output-available", output: false });
  });

  it("that is under way on the server is shown and is nobody's to answer", async () => {
    expect(await part([calling({ kind: "server" })], run("running"))).toMatchObject({
      state: "input-streaming",
      input: { a: 1 },
    });
    expect(await part([calling({ approval: granted })], run("running"))).toMatchObject({ state: "approval-responded" });
  });

  it("that nobody answered before its run ended says so", async () => {
    const failed = run("failed", { error: { code: "x", message: "y" } } as object);
    expect(await part([calling()], failed)).toMatchObject({
      state: "output-error",
      errorText: "This call ended without a result.",
    });
  });

  it("that the next turn closed has that turn's outcome", async () => {
    const closed = answered({ type: "error", message: "Unknown." }, "r2");
    expect(await part([calling(), closed], run("running", { runId: "r2" }))).toMatchObject({ errorText: "Unknown." });
  });
});
