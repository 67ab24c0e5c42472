import { expect, test } from "vitest";
import { refundLog, toFrames } from "./testing/frames";
import { extendTo, toTimeline } from "./timeline";

test("a run is its segments, and what lies between them is waiting", () => {
  const [run] = toTimeline(refundLog);
  expect(run).toMatchObject({ runId: "run_1", question: "Refund 250", start: 1000, end: 12_500 });
  expect(run?.segments).toMatchObject([
    { attempt: 1, reason: "started", start: 1000, end: 1700, outcome: "suspended", detail: "approval", waited: null },
    { attempt: 2, reason: "answered", start: 11_700, end: 12_500, outcome: "completed", waited: 10_000 },
  ]);
});

test("steps follow each other, each with what it was about", () => {
  const segments = toTimeline(refundLog)[0]?.segments ?? [];
  expect(segments.map(({ steps }) => steps.map(({ step, kind, start, end }) => [step, kind, start, end]))).toEqual([
    [
      [2, "model", 1000, 1600],
      [3, "handover", 1600, 1650],
    ],
    [
      [4, "tools", 11_700, 11_900],
      [5, "model", 11_900, 12_400],
    ],
  ]);
  expect(segments[0]?.steps[0]?.model).toMatchObject({ messageId: "m", firstOutput: 1300, finishReason: "tool-calls" });
  expect(segments[1]?.steps[0]?.tools).toEqual(["refund_order"]);
});

test("usage is the sum of what is reported", () => {
  expect(toTimeline(refundLog)[0]?.usage).toEqual({
    inputTokens: 30,
    outputTokens: 5,
    cachedInputTokens: null,
    reasoningTokens: null,
  });
});

test("a run that goes on has no end, and one that waits has none either", () => {
  expect(toTimeline(refundLog.slice(0, 6))[0]).toMatchObject({ end: 1300, segments: [{ outcome: null }] });
  expect(toTimeline(refundLog.slice(0, 11))[0]).toMatchObject({ end: null, segments: [{ outcome: "suspended" }] });
});

test("a run that is stopped while it waits ends then, in no segment", () => {
  const stopped = { ...refundLog[16]!, number: 12, step: 3, at: new Date(5000).toISOString() };
  const [run] = toTimeline([...refundLog.slice(0, 11), { ...stopped, type: "run-cancelled", reason: "stopped" }]);
  expect(run).toMatchObject({ end: 5000, segments: [{ outcome: "suspended", end: 1700 }] });
});

test("a process that died leaves a segment without an outcome, and the recovery is the next one", () => {
  const [run] = toTimeline(
    toFrames([
      [0, 0, { type: "run-started", attempt: 1 }],
      [2, 100, { type: "step-start", step: 2, messageId: "m", model: "demo" }],
      [2, 5000, { type: "step-discarded", from: 2, to: 2 }],
      [2, 5000, { type: "run-resumed", attempt: 2, reason: "recovered" }],
      [3, 5100, { type: "run-failed", error: { code: "model-error", message: "No answer." } }],
    ]),
  );
  expect(run?.segments).toMatchObject([
    { outcome: null },
    { attempt: 2, reason: "recovered", outcome: "failed", detail: "No answer." },
  ]);
});

test("a log without times has steps without durations", () => {
  const frames = refundLog.map(({ at: _, ...frame }) => frame as (typeof refundLog)[number]);
  const [run] = toTimeline(frames);
  expect(run).toMatchObject({ start: null, end: null });
  expect(run?.segments[1]).toMatchObject({ start: null, end: null, waited: null });
  expect(run?.segments[0]?.steps[0]).toMatchObject({ kind: "model", start: null, end: null });
});

test("runs of a thread are told apart, and a log may begin in the middle of one", () => {
  const rest = refundLog.slice(13).map((frame) => ({ ...frame, runId: "run_0" }));
  const runs = toTimeline([...rest, ...refundLog]);
  expect(runs.map(({ runId, segments }) => [runId, segments.length])).toEqual([
    ["run_0", 0],
    ["run_1", 2],
  ]);
});

test("while a run goes on, its last step reaches to the present; what has ended stays as it is", () => {
  const [going] = toTimeline(refundLog.slice(0, 6));
  expect(extendTo(going!, 4000).segments[0]).toMatchObject({ end: 4000, steps: [{ start: 1000, end: 4000 }] });
  expect(extendTo(going!, 0).segments[0]).toMatchObject({ end: 1300 });
  const [ended] = toTimeline(refundLog);
  expect(extendTo(ended!, 99_000)).toEqual(ended);
});
