/** A call as a wait lists it. */
export interface FrameCall {
  callId: string;
  toolName: string;
  input: unknown;
  reason?: string;
}

/** How a call ended, as the log says it. */
export type FrameOutcome =
  | { type: "result"; value?: unknown }
  | { type: "error" | "stopped" | "cancelled"; message: string }
  | { type: "rejected"; reason?: string };

export interface FrameUsage {
  inputTokens: number | null;
  outputTokens: number | null;
  cachedInputTokens: number | null;
  reasoningTokens: number | null;
}

/** What the inspector reads of the log's events; of others only that they happened. */
type FrameEvent =
  | { type: "run-started"; attempt: number }
  | { type: "run-resumed"; attempt: number; reason: "answered" | "recovered" | "signalled" }
  | { type: "run-suspended"; interrupt: { id: string; type: string; request: { calls?: FrameCall[] } } }
  | { type: "run-completed" }
  | { type: "run-failed"; error: { code: string; message: string } }
  | { type: "run-cancelled"; reason: string }
  | { type: "step-discarded"; from: number; to: number }
  | { type: "user-message"; messageId: string; blocks: { type: string; text?: string }[] }
  | { type: "step-start"; messageId: string; model: string }
  | { type: "step-end"; finishReason: string; usage: FrameUsage }
  | { type: "text-start" | "text-end" | "reasoning-start" | "reasoning-end"; id: string }
  | { type: "text-delta" | "reasoning-delta"; id: string; delta: string }
  | { type: "tool-input-start"; callId: string; toolName: string; kind: string }
  | { type: "tool-input-delta"; callId: string; delta: string }
  | {
      type: "tool-call";
      callId: string;
      toolName: string;
      input: unknown;
      kind: string;
      approval?: { reason: string };
      invalid?: string;
    }
  | { type: "approval-requested"; callId: string; toolName: string; reason: string }
  | { type: "approval-responded"; callId: string; approved: boolean; reason?: string }
  | { type: "calls-dispatched"; calls: FrameCall[] }
  | { type: "tool-result"; callId: string; toolName: string; outcome: FrameOutcome; from: "server" | "client" }
  | { type: "step-progress" | "activity" | "custom" };

/** One event of the run log as `GET …/events` sends it: numbered, and timed where the log knows the time. */
export type LogFrame = { number: number; runId: string; step: number; at?: string } & FrameEvent;

/** A frame's moment in milliseconds; `null` where the log does not know it. */
export function timeOf(frame: { at?: string } | undefined): number | null {
  return frame?.at === undefined ? null : Date.parse(frame.at);
}

/** What a client of another protocol received; the inspector shows it as it is. */
export type Received = { type: string } & Record<string, unknown>;

/** One event of the log and what each protocol's client received for it. */
export interface WireItem {
  number: number;
  native: LogFrame;
  aiSdk: Received[];
  agUi: Received[];
}
