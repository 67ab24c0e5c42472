import type { LogFrame } from "../log-frame";

/** Log frames in order: each a field bag, its step, and its moment in milliseconds (`null`: not known). */
export function toFrames(entries: [step: number, at: number | null, event: Record<string, unknown>][]): LogFrame[] {
  return entries.map(
    ([step, at, event], index) =>
      ({
        number: index + 1,
        runId: "run_1",
        step,
        ...(at !== null && { at: new Date(at).toISOString() }),
        ...event,
      }) as LogFrame,
  );
}

const usage = (inputTokens: number | null, outputTokens: number | null) => ({
  inputTokens,
  outputTokens,
  cachedInputTokens: null,
  reasoningTokens: null,
});

const call = { callId: "c1", toolName: "refund_order", input: { orderId: "A-1001", amount: 250 } };

/** A refund that is asked for, approved after ten seconds, executed, and told of. */
export const refundLog = toFrames([
  [0, 1000, { type: "run-started", attempt: 1, data: {} }],
  [0, 1000, { type: "user-message", messageId: "q", blocks: [{ type: "text", text: "Refund 250" }] }],
  [2, 1100, { type: "step-start", step: 2, messageId: "m", model: "demo" }],
  [2, 1300, { type: "text-start", id: "t" }],
  [2, null, { type: "text-delta", id: "t", delta: "I will " }],
  [2, null, { type: "text-delta", id: "t", delta: "ask." }],
  [2, 1500, { type: "text-end", id: "t" }],
  [2, 1600, { type: "tool-call", ...call, kind: "server", approval: { reason: "Above 100" } }],
  [2, 1600, { type: "step-end", step: 2, finishReason: "tool-calls", usage: usage(10, 5) }],
  [3, 1650, { type: "approval-requested", ...call, reason: "Above 100" }],
  [
    3,
    1700,
    { type: "run-suspended", interrupt: { id: "int", type: "approval", request: { calls: [call] }, answers: {} } },
  ],
  [3, 11_700, { type: "approval-responded", callId: "c1", approved: true }],
  [3, 11_700, { type: "run-resumed", attempt: 2, reason: "answered" }],
  [4, 11_900, { type: "tool-result", ...call, outcome: { type: "result", value: "ok" }, from: "server" }],
  [5, 12_000, { type: "step-start", step: 5, messageId: "m_2", model: "demo" }],
  [5, 12_400, { type: "step-end", step: 5, finishReason: "stop", usage: usage(20, null) }],
  [6, 12_500, { type: "run-completed" }],
]);
