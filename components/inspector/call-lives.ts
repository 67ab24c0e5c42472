import { type FrameOutcome, type LogFrame, timeOf } from "./log-frame";

/** One station of a call's life. */
export interface CallStation {
  label: string;
  number: number;
  at: number | null;
}

/** A call from its proposal to its result. */
export interface CallLife {
  callId: string;
  runId: string;
  toolName: string;
  kind: string;
  input: unknown;
  /** Why a person is asked, where one is. */
  reason: string | null;
  stations: CallStation[];
  outcome: FrameOutcome | null;
}

const ENDED: Record<FrameOutcome["type"], string> = {
  result: "Result",
  error: "Failed",
  rejected: "Closed as rejected",
  stopped: "Stopped",
  cancelled: "Cancelled",
};

/** The calls of a log in the order in which the model proposed them. */
export function toCallLives(frames: readonly LogFrame[]): CallLife[] {
  const lives = new Map<string, CallLife>();
  for (const frame of frames) {
    if (frame.type === "tool-call") {
      const { callId, runId, toolName, kind, input, approval } = frame;
      const call = { callId, runId, toolName, kind, input, reason: approval?.reason ?? null };
      // A step that is done again after a crash proposes anew; what came before is void.
      lives.set(callId, { ...call, stations: [station(frame, "Proposed")], outcome: null });
      continue;
    }
    if (frame.type === "calls-dispatched") {
      for (const { callId } of frame.calls) {
        lives.get(callId)?.stations.push(station(frame, "Handed to the browser"));
      }
      continue;
    }
    const life = "callId" in frame ? lives.get(frame.callId) : undefined;
    if (!life) continue;
    switch (frame.type) {
      case "approval-requested":
        life.reason = frame.reason;
        life.stations.push(station(frame, "Approval asked"));
        break;
      case "approval-responded":
        life.stations.push(station(frame, frame.approved ? "Approved" : "Rejected"));
        break;
      case "tool-result": {
        const by = frame.outcome.type === "result" && frame.from === "client" ? " from the browser" : "";
        const ran = frame.outcome.type === "result" && frame.from === "server" ? " from the server" : "";
        life.stations.push(station(frame, `${ENDED[frame.outcome.type]}${by}${ran}`));
        life.outcome = frame.outcome;
        break;
      }
      default:
        break;
    }
  }
  return [...lives.values()];
}

function station(frame: LogFrame, label: string): CallStation {
  return { label, number: frame.number, at: timeOf(frame) };
}
