import { expect, test } from "vitest";
import { toCallLives } from "./call-lives";
import { refundLog, toFrames } from "./testing/frames";

const stationsOf = (frames: Parameters<typeof toCallLives>[0]) =>
  toCallLives(frames).map(({ stations }) => stations.map(({ label }) => label));

test("a call is followed from its proposal over the approval to its result", () => {
  const [call] = toCallLives(refundLog);
  expect(call).toMatchObject({ callId: "c1", toolName: "refund_order", reason: "Above 100", outcome: { value: "ok" } });
  expect(call?.stations).toEqual([
    { label: "Proposed", number: 8, at: 1600 },
    { label: "Approval asked", number: 10, at: 1650 },
    { label: "Approved", number: 12, at: 11_700 },
    { label: "Result from the server", number: 14, at: 11_900 },
  ]);
});

test("calls of one batch are handed over together, and end each in its way", () => {
  const propose = (callId: string) => ({
    type: "tool-call",
    callId,
    toolName: "read_text",
    input: {},
    kind: "frontend",
  });
  const end = (callId: string, outcome: object) => ({ type: "tool-result", callId, outcome, from: "client" });
  const frames = toFrames([
    [1, 0, propose("a")],
    [1, 0, propose("b")],
    [2, 1, { type: "calls-dispatched", calls: [{ callId: "a" }, { callId: "b" }] }],
    [2, 2, end("b", { type: "error", message: "no such element" })],
  ]);
  expect(stationsOf(frames)).toEqual([
    ["Proposed", "Handed to the browser"],
    ["Proposed", "Handed to the browser", "Failed"],
  ]);
  expect(toCallLives(frames)[0]?.outcome).toBeNull();
});

test("a rejection is a decision, never a result", () => {
  const rejected = { type: "tool-result", callId: "c1", outcome: { type: "rejected" }, from: "server" };
  const frames = [
    ...refundLog.slice(0, 11),
    ...toFrames([
      [3, 2, { type: "approval-responded", callId: "c1", approved: false }],
      [3, 2, rejected],
    ]),
  ];
  expect(stationsOf(frames)[0]?.slice(2)).toEqual(["Rejected", "Closed as rejected"]);
});

test("a call that a step proposes anew after a crash begins anew", () => {
  expect(stationsOf([...refundLog.slice(0, 11), refundLog[7]!])).toEqual([["Proposed"]]);
});
