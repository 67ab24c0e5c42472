import { describe, expect, it } from "vitest";
import type { AgentResult } from "../../agent/api";
import type { AgentInterrupt, AgentRun, NumberedAgentEvent } from "../../agent/events";
import type { Message } from "../../agent/messages";
import { numberedFrames } from "../../http/sse";
import { toNativeAnswer } from "./answer";
import { toInboxWait, toThreadRow } from "./lists";
import { createNativeAdapter } from "./stream";

const interrupt: AgentInterrupt = {
  id: "int_1",
  type: "approval",
  request: { calls: [{ callId: "c1", toolName: "pay", input: { amount: 250 }, reason: "Above 100." }] },
  answers: {},
};

function suspended(wait: AgentInterrupt): AgentRun {
  const run = { runId: "run_1", threadId: "t", attempt: 2, lastEvent: 4, status: "suspended", interrupt: wait };
  return run as unknown as AgentRun;
}

const summary = (run: AgentRun | null) => ({ threadId: "t", title: "T", updatedAt: "2026-01-01T00:00:00Z", run });

describe("the lists", () => {
  it("show a thread with the status of its latest run, or none", () => {
    const row = (run: AgentRun | null) => toThreadRow(summary(run), 60);
    expect(row(suspended(interrupt))).toMatchObject({ threadId: "t", status: "suspended", dead: false });
    expect(row(null)).toMatchObject({ status: null, dead: false });
    const silentFor = (silentSeconds: number) => ({ status: "running", silentSeconds }) as unknown as AgentRun;
    expect(row(silentFor(59))).toMatchObject({ status: "running", dead: false });
    expect(row(silentFor(61))).toMatchObject({ status: "running", dead: true });
  });

  it("count the calls that still wait", () => {
    const waiting = (wait: AgentInterrupt) => toThreadRow(summary(suspended(wait)), 60).waiting;
    expect(waiting(interrupt)).toBe(1);
    expect(waiting({ ...interrupt, answers: { c1: { type: "approval", approved: true } } })).toBe(0);
    expect(waiting({ ...interrupt, type: "timer" })).toBe(0);
  });

  it("show waits that need a person, and no others", () => {
    expect(toInboxWait(summary(suspended(interrupt)))).toEqual([
      {
        threadId: "t",
        title: "T",
        runId: "run_1",
        after: 4,
        interrupt: { id: "int_1", type: "approval", calls: interrupt.request.calls },
      },
    ]);
    expect(toInboxWait(summary(suspended({ ...interrupt, type: "tool-results" })))).toHaveLength(1);
    expect(toInboxWait(summary(suspended({ ...interrupt, type: "timer" })))).toEqual([]);
    expect(toInboxWait(summary(suspended({ ...interrupt, type: "event" })))).toEqual([]);
    expect(toInboxWait(summary(null))).toEqual([]);
    expect(toInboxWait(summary({ ...suspended(interrupt), status: "completed" } as AgentRun))).toEqual([]);
  });
});

describe("a native answer", () => {
  const message = {
    id: "m1",
    role: "assistant",
    runId: "run_1",
    createdAt: "2026-01-01T00:00:00Z",
    blocks: [
      { type: "reasoning", text: "hm", providerMetadata: { anthropic: { signature: "s3cret" } } },
      { type: "text", text: "One " },
      { type: "text", text: "two", providerMetadata: { openai: { itemId: "s3cret" } } },
    ],
  } as unknown as Message;

  function result(answer: Message | null): AgentResult {
    const run = suspended(interrupt);
    return { run, isInterrupted: () => true, getInterruptRequest: () => interrupt, getMessage: () => answer };
  }

  it("holds the run and the text, and nothing that is between us and the provider", () => {
    const answer = toNativeAnswer(result(message));
    expect(answer.message).toMatchObject({
      id: "m1",
      text: "One two",
      blocks: [{ type: "reasoning", text: "hm" }, {}, {}],
    });
    expect(answer.run).toMatchObject({ runId: "run_1", attempt: 2, interrupt: { id: "int_1" } });
    expect(JSON.stringify(answer)).not.toContain("s3cret");
  });

  it("has no message while the run has none", () => {
    expect(toNativeAnswer(result(null)).message).toBeNull();
  });
});

describe("the native event stream", () => {
  const adapter = createNativeAdapter({} as Parameters<typeof createNativeAdapter>[0]);

  it("is the log, event by event, and adds nothing of its own", () => {
    const item: NumberedAgentEvent = {
      number: 7,
      runId: "r",
      step: 3,
      event: { type: "text-delta", id: "x", delta: "é" },
    };
    expect(adapter.start()).toEqual([]);
    expect(adapter.transform(item)).toEqual([
      { number: 7, runId: "r", step: 3, type: "text-delta", id: "x", delta: "é" },
    ]);
    expect(adapter.end({ type: "segment-end" })).toEqual([]);
  });

  it("ends a broken stream with an error that has no number, so that a reader resumes after the last event", () => {
    const frames = adapter.end({ type: "lost", message: "Gone." });
    expect(frames).toMatchObject([
      { type: "stream-error", error: { code: "unavailable", message: "Gone.", retryable: true } },
    ]);
    expect(frames.map((frame) => numberedFrames.frame(frame)).join("")).not.toContain("id: ");
  });
});
