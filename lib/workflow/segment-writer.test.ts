import { describe, expect, it, vi } from "vitest";
import { coalesceDeltas } from "../agent/coalesce-deltas";
import type { AgentTypes } from "../agent/events";
import { AppError } from "../errors";
import { Channel } from "./hub";
import { SegmentWriter } from "./segment-writer";
import type { SegmentWrite, WriteResult } from "./store";
import type { RunningRun } from "./types";

type Write = SegmentWrite<AgentTypes>;

function runningRun(): RunningRun<AgentTypes> {
  return {
    status: "running",
    runId: "run_1",
    threadId: "t",
    key: "u1",
    workflow: "test",
    data: { messageId: "m", questionId: "u1", model: "x", mode: "stream", catalog: null },
    attempt: 1,
    step: 0,
    lastEvent: 7,
    committedEvent: 7,
    firstEvent: 7,
    lastRecord: 3,
    cursor: {
      event: { type: "infer" },
      state: { catalog: null, offered: [], toolRuns: {}, steps: 0, invalidCalls: 0, opening: [], context: [] },
      answered: null,
    },
    startedAt: "",
    heartbeatAt: "",
    silentSeconds: 0,
    stopRequested: false,
  };
}

function setUp(
  answer: (write: Write) => Promise<WriteResult> = async () => ({ kind: "written", stopRequested: false }),
) {
  const writes: Write[] = [];
  const channel = new Channel<AgentTypes>(7);
  const hooks = {
    coalesce: coalesceDeltas,
    onStopRequested: vi.fn(),
    onLost: vi.fn(),
    onRefused: vi.fn(),
    toRunError: () => ({ code: "internal", message: "Something went wrong." }),
  };
  const store = {
    write: (_segment: unknown, write: Write) => {
      writes.push(structuredClone(write));
      return answer(write);
    },
  };
  const run = runningRun();
  const writer = new SegmentWriter<AgentTypes>(
    store,
    { threadId: "t", runId: "run_1", attempt: 1 },
    channel,
    run,
    hooks,
  );
  return { writer, writes, channel, hooks, cursor: run.cursor };
}

const delta = (text: string) => ({ type: "text-delta" as const, id: "a", delta: text });

describe("group commit", () => {
  it("sends what arrives during a write with the next one, deltas of a block merged", async () => {
    const releases: (() => void)[] = [];
    const { writer, writes } = setUp(
      () => new Promise((resolve) => releases.push(() => resolve({ kind: "written", stopRequested: false }))),
    );
    writer.push(1, { type: "text-start", id: "a" });
    writer.push(1, delta("one "));
    await vi.waitFor(() => expect(releases.length).toBe(1));
    for (const word of ["two ", "three ", "four"]) writer.push(1, delta(word));
    releases.shift()?.();
    await vi.waitFor(() => expect(releases.length).toBe(1));
    releases.shift()?.();
    await writer.flush();
    expect(writes.map((write) => write.events.map(({ event }) => event))).toEqual([
      [{ type: "text-start", id: "a" }, delta("one ")],
      [delta("two three four")],
    ]);
    expect(writes.flatMap((write) => write.events.map(({ number }) => number))).toEqual([8, 9, 10]);
  });

  it("publishes nothing before it is stored", async () => {
    let stored = false;
    const { writer, channel } = setUp(async () => {
      expect(channel.events).toEqual([]);
      stored = true;
      return { kind: "written", stopRequested: false };
    });
    writer.push(1, delta("x"));
    await writer.flush();
    expect([stored, channel.events.length]).toEqual([true, 1]);
  });

  it("says how far the committed steps reach when a write also carries the next step's first events", async () => {
    const { writer, writes, cursor } = setUp();
    writer.push(1, {
      type: "step-end",
      step: 1,
      finishReason: "stop",
      usage: { inputTokens: 1, outputTokens: 1, cachedInputTokens: null, reasoningTokens: null },
    });
    writer.commit({ cursor, step: 1 }, []);
    writer.push(2, { type: "text-start", id: "b" });
    await writer.flush();
    expect(writes.length).toBe(1);
    expect(writes[0]).toMatchObject({ lastEvent: 9, commit: { committedEvent: 8, step: 1 } });
  });

  it("stops at once when the run belongs to another attempt", async () => {
    const { writer, writes, channel, hooks } = setUp(async () => ({ kind: "lost" }));
    writer.push(1, delta("x"));
    await writer.flush();
    writer.push(1, delta("y"));
    await writer.flush();
    expect([writes.length, channel.events.length, hooks.onLost.mock.calls.length]).toEqual([1, 0, 1]);
  });

  it("tries a failed write again, with the same numbers", async () => {
    let failures = 1;
    const { writer, writes, channel } = setUp(async () => {
      if (failures-- > 0) throw new Error("connection lost");
      return { kind: "written", stopRequested: false };
    });
    writer.push(1, delta("x"));
    await writer.flush();
    expect(writes.map((write) => write.events.map(({ number }) => number))).toEqual([[8], [8]]);
    expect(channel.events.length).toBe(1);
  });

  it("settles the run as failed, at its last committed step, when the store takes everything but its output", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    const { writer, writes, channel, hooks, cursor } = setUp(async (write) => {
      if (write.records.length > 0) throw new Error("value out of range");
      return { kind: "written", stopRequested: false };
    });
    writer.push(1, delta("x"));
    writer.commit({ cursor: { ...cursor, event: { type: "end" } }, step: 1 }, [{ id: "huge" } as AgentTypes["record"]]);
    const flushed = writer.flush();
    await vi.advanceTimersByTimeAsync(5_000).finally(() => vi.useRealTimers());
    await flushed;
    const error = { code: "internal", message: "Something went wrong." };
    expect(writes.at(-1)).toMatchObject({
      events: [{ number: 9, event: { type: "run-failed", error } }],
      commit: { cursor, step: 0, committedEvent: 7, settlement: { status: "failed", error } },
      records: [],
    });
    expect(channel.events.length).toBe(1);
    expect([hooks.onRefused.mock.calls.length, hooks.onLost.mock.calls.length]).toEqual([1, 0]);
  });

  it("gives the run up, and leaves it to its lease, when the store cannot be reached", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    const { writer, writes, hooks } = setUp(async () => {
      throw new AppError("unavailable", "The database cannot be reached.");
    });
    writer.push(1, delta("x"));
    const flushed = writer.flush();
    await vi.advanceTimersByTimeAsync(5_000).finally(() => vi.useRealTimers());
    await flushed;
    expect(new Set(writes.map((write) => JSON.stringify(write.events))).size).toBe(1);
    expect([hooks.onRefused.mock.calls.length, hooks.onLost.mock.calls.length]).toEqual([0, 1]);
  });

  it("passes a stop request on, but not after the settlement", async () => {
    const { writer, hooks, cursor } = setUp(async () => ({ kind: "written", stopRequested: true }));
    writer.push(1, delta("x"));
    await writer.flush();
    expect(hooks.onStopRequested).toHaveBeenCalledTimes(1);
    writer.push(1, { type: "run-completed" });
    writer.commit({ cursor, step: 1, settlement: { status: "completed", retained: false } }, []);
    await writer.flush();
    expect(hooks.onStopRequested).toHaveBeenCalledTimes(1);
  });

  it("beats only when nothing was written for a while", async () => {
    const { writer, writes } = setUp();
    writer.beat(1000);
    await writer.flush();
    expect(writes.length).toBe(0);
    writer.beat(0);
    await writer.flush();
    expect(writes).toMatchObject([{ events: [], records: [] }]);
  });
});
