import { describe, expect, it } from "vitest";
import { StoredShapeError } from "./db/errors";
import golden from "./golden/v1.json";
import { type LogRow, toEvents } from "./log-row";
import { type MessageRow, toMessage } from "./message-row";
import { type RunRow, toRun } from "./run-row";

const run: RunRow = golden.run;
const [message, result] = golden.messages as [MessageRow, MessageRow];
const log: LogRow = golden.log;

/** A copy in which the value at a path is another one. */
function changed<T>(row: T, path: string, value: unknown): T {
  const copy = structuredClone(row);
  const keys = path.split(".");
  const last = keys.pop() ?? "";
  const parent = keys.reduce((at, key) => at[key] as Record<string, unknown>, copy as Record<string, unknown>);
  parent[last] = value;
  return copy;
}

describe("rows that version 1 wrote", () => {
  it("a run is read with its wait", () => {
    expect(toRun(run, "thread_1")).toEqual({
      status: "suspended",
      runId: "run_1",
      threadId: "thread_1",
      key: "question-1",
      workflow: "order-desk",
      attempt: 2,
      step: 3,
      lastEvent: 12,
      committedEvent: 11,
      firstEvent: 4,
      lastRecord: 5,
      startedAt: "2026-01-01T12:00:00.123Z",
      data: run.data,
      cursor: run.cursor,
      interrupt: run.interrupt,
    });
  });

  it("every status has the fields of its own", () => {
    const read = (changes: Partial<RunRow>) => toRun({ ...run, ...changes }, "thread_1");
    expect(read({ status: "running", stop_requested: true })).toMatchObject({
      heartbeatAt: "2026-01-01T12:00:05.500Z",
      silentSeconds: 2.5,
      stopRequested: true,
    });
    const ended_at = "2026-01-01T12:00:06+00:00";
    const endedAt = "2026-01-01T12:00:06.000Z";
    expect(read({ status: "completed", retained: true, ended_at })).toMatchObject({ endedAt, retained: true });
    expect(read({ status: "cancelled", ended_at })).toMatchObject({ endedAt });
    const error = { code: "internal", message: "Failed." };
    expect(read({ status: "failed", error, ended_at })).toMatchObject({ endedAt, error });
    for (const status of ["completed", "cancelled"]) {
      expect(read({ status, ended_at })).not.toHaveProperty("interrupt");
    }
  });

  it("messages are read", () => {
    expect(toMessage(message)).toEqual({
      v: 1,
      id: "msg_2",
      seq: 3,
      runId: "run_1",
      role: "assistant",
      step: 1,
      blocks: message.blocks,
      callId: null,
      inContext: true,
      supersededBy: null,
      archived: false,
      createdAt: "2026-01-01T12:00:00.000Z",
    });
    expect(toMessage(result)).toMatchObject({ callId: "call_1", supersededBy: "run_2", archived: true });
  });

  it("events are numbered one after the other unless the row says otherwise", () => {
    expect(toEvents(log).map(({ number, step, event }) => [number, step, event.type])).toEqual([
      [5, 1, "text-start"],
      [6, 1, "text-delta"],
      [9, 1, "text-end"],
      [10, 2, "custom"],
      [11, 2, "run-completed"],
    ]);
    expect(new Set(toEvents(log).map((event) => event.runId))).toEqual(new Set(["run_1"]));
  });
});

describe("rows that this release cannot read", () => {
  it("a newer version is named", () => {
    const expected = (what: string) => `${what} cannot be read: it has version 2, and this release knows version 1`;
    expect(() => toRun({ ...run, v: 2 }, "t")).toThrow(expected("Run run_1"));
    expect(() => toMessage({ ...message, v: 2 })).toThrow(expected("Message msg_2"));
    expect(() => toEvents({ ...log, v: 2 })).toThrow(expected("Log of run run_1 from 5"));
    expect(() => toRun({ ...run, v: 2 }, "t")).toThrow(StoredShapeError);
  });

  it.each([
    ["status", "sleeping", 'unknown status "sleeping"'],
    ["cursor.state.steps", "many", "cursor cannot be read: state.steps"],
    ["cursor.event", null, "cursor cannot be read: event"],
    ["cursor.answered.answers.call_1.type", "maybe", "cursor cannot be read: answered.answers.call_1.type"],
    ["interrupt.type", "nap", "interrupt cannot be read: type"],
    ["interrupt.request.calls.0.callId", 7, "interrupt cannot be read: request.calls.0.callId"],
    ["data.mode", "dream", "data cannot be read: mode"],
  ])("a run whose %s is wrong names the place", (path, value, problem) => {
    expect(() => toRun(changed(run, path, value), "t")).toThrow(`Run run_1`);
    expect(() => toRun(changed(run, path, value), "t")).toThrow(problem);
  });

  it("a message whose blocks are wrong names the place", () => {
    expect(() => toMessage(changed(message, "blocks.1.text", 5))).toThrow(
      "Message msg_2: blocks cannot be read: 1.text",
    );
    expect(() => toMessage(changed(result, "blocks.0.outcome", {}))).toThrow("0.outcome.type");
    expect(() => toMessage({ ...message, blocks: "text" })).toThrow("blocks cannot be read: value");
  });

  it("a log row with something else than events names its run", () => {
    for (const events of ["not packed", 5, [null], [[1]], [{}], [7]]) {
      expect(() => toEvents({ ...log, events })).toThrow("Log of run run_1 from 5 cannot be read: events");
    }
  });
});
