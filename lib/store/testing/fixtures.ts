import { randomUUID } from "node:crypto";
import type { AgentInterrupt, AgentLogEvent, AgentRun, AgentTypes, NumberedAgentEvent } from "../../agent/events";
import type { Message } from "../../agent/messages";
import type { AgentStore } from "../../agent/store";
import type { RunChange, SegmentWrite } from "../../workflow/store";
import type { RunningRun, SuspendedRun, ThreadRef } from "../../workflow/types";

export type Running = RunningRun<AgentTypes>;
export type Suspended = SuspendedRun<AgentTypes>;

export function aRef(ownerId = `owner-${randomUUID()}`): ThreadRef {
  return { threadId: `thread-${randomUUID()}`, ownerId };
}

export function aRun(ref: ThreadRef, changes: Partial<Running> = {}): Running {
  return {
    status: "running",
    runId: `run_${randomUUID()}`,
    threadId: ref.threadId,
    key: "question-1",
    workflow: "order-desk",
    data: { messageId: "msg_1", questionId: "question-1", model: "demo", mode: "stream", catalog: null },
    attempt: 1,
    step: 0,
    lastEvent: 0,
    committedEvent: 0,
    firstEvent: 0,
    lastRecord: 0,
    cursor: {
      event: { type: "agent-start" },
      state: { catalog: null, offered: [], toolRuns: {}, steps: 0, invalidCalls: 0, opening: [], context: [] },
      answered: null,
    },
    startedAt: "2026-01-01T00:00:00.000Z",
    heartbeatAt: "2026-01-01T00:00:00.000Z",
    silentSeconds: 0,
    stopRequested: false,
    ...changes,
  };
}

export function aMessage(run: Pick<AgentRun, "runId">, seq: number, changes: Partial<Message> = {}): Message {
  return {
    v: 1,
    id: `message-${seq}`,
    seq,
    runId: run.runId,
    role: "assistant",
    step: 1,
    blocks: [{ type: "text", text: `text ${seq}` }],
    callId: null,
    inContext: true,
    supersededBy: null,
    archived: false,
    createdAt: "2026-01-01T12:00:00.000Z",
    ...changes,
  };
}

export function aResult(run: Pick<AgentRun, "runId">, seq: number, callId: string, value: string): Message {
  return aMessage(run, seq, {
    id: `result_${callId}`,
    role: "tool",
    callId,
    blocks: [{ type: "tool-result", callId, toolName: "read_title", outcome: { type: "result", value } }],
  });
}

export function aCall(run: Pick<AgentRun, "runId">, seq: number, callId: string): Message {
  return aMessage(run, seq, {
    blocks: [{ type: "tool-call", callId, toolName: "read_title", input: {}, kind: "frontend" }],
  });
}

export function aWait(callIds: string[], changes: Partial<AgentInterrupt> = {}): AgentInterrupt {
  const calls = callIds.map((callId) => ({ callId, toolName: "read_title", input: {} }));
  return { id: "int_1", type: "tool-results", request: { calls }, answers: {}, ...changes };
}

/** Events under consecutive numbers. */
export function numbered(
  run: Pick<AgentRun, "runId">,
  first: number,
  events: AgentLogEvent[],
  step = 1,
): NumberedAgentEvent[] {
  return events.map((event, index) => ({ number: first + index, runId: run.runId, step, event }));
}

export function deltas(...texts: string[]): AgentLogEvent[] {
  return texts.map((delta) => ({ type: "text-delta", id: "text_1", delta }));
}

export function aChange(run: AgentRun, changes: Partial<RunChange<AgentTypes>> = {}): RunChange<AgentTypes> {
  return { run, insert: false, events: [], records: [], ...changes };
}

/** A write of the run's segment; without anything in it, a heartbeat. */
export function aWrite(run: AgentRun, changes: Partial<SegmentWrite<AgentTypes>> = {}): SegmentWrite<AgentTypes> {
  const lastEvent = changes.events?.at(-1)?.number ?? run.lastEvent;
  return { events: [], lastEvent, records: [], lastRecord: run.lastRecord, memos: {}, ...changes };
}

/** Stores a new run with whatever else belongs to the same change. */
export async function start(
  store: AgentStore,
  ref: ThreadRef,
  run: AgentRun = aRun(ref),
  changes: Partial<RunChange<AgentTypes>> = {},
): Promise<AgentRun> {
  await store.transact(ref, {}, () => ({
    result: null,
    changes: [aChange(run, { insert: true, ...changes })],
    title: "A title",
  }));
  return run;
}

/** Stores a new state of a run. */
export async function change(
  store: AgentStore,
  ref: ThreadRef,
  run: AgentRun,
  changes: Partial<RunChange<AgentTypes>> = {},
): Promise<void> {
  await store.transact(ref, {}, () => ({ result: null, changes: [aChange(run, changes)] }));
}

export function suspended(run: Running, interrupt: AgentInterrupt): Suspended {
  const { heartbeatAt: _heartbeat, silentSeconds: _silent, stopRequested: _stop, ...base } = run;
  return { ...base, status: "suspended", interrupt };
}

export function ended(run: Running, status: "completed" | "cancelled" | "failed"): AgentRun {
  const { heartbeatAt: _heartbeat, silentSeconds: _silent, stopRequested: _stop, ...base } = run;
  const endedAt = "2026-01-01T00:00:00.000Z";
  if (status === "completed") return { ...base, status, endedAt, retained: false };
  if (status === "cancelled") return { ...base, status, endedAt };
  return { ...base, status, endedAt, error: { code: "internal", message: "The model failed." } };
}
