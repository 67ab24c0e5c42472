import type { ToolState } from "../chat-ui/view";
import type { SettledCall } from "../thread-api/failure";
import { settledNote } from "../thread-api/problem";
import type { Fetch } from "../thread-api/request";
import type { InboxEntry } from "./inbox-state";
import { loadParts, type StoredPart } from "./stored-part";

/** What became of a call that somebody else has answered. */
export interface Elsewhere {
  note: string;
  state: ToolState;
}

/** In the words of the server's refusal, or of the wait's own record. */
export function settledElsewhere(phase: InboxEntry["phase"], settled: SettledCall): Elsewhere {
  if ("approved" in settled) {
    return { note: settledNote(settled), state: settled.approved ? "approval-responded" : "output-denied" };
  }
  const { type } = settled;
  if (type === "rejected") return { note: settledNote(settled), state: "output-denied" };
  if (type === "stopped" || type === "cancelled") return { note: settledNote(settled), state: "input-available" };
  // A call that waited for a decision and has an outcome of its own has been let through.
  if (phase === "approval") return { note: settledNote({ approved: true }), state: "approval-responded" };
  return { note: settledNote(settled), state: type === "error" ? "output-error" : "input-available" };
}

const UNKNOWN: Elsewhere = { note: "No longer waiting.", state: "input-available" };

function toElsewhere(phase: InboxEntry["phase"], part: StoredPart | undefined): Elsewhere {
  switch (part?.state) {
    case "approval-responded":
      return settledElsewhere(phase, { approved: true });
    case "output-denied":
      return settledElsewhere(phase, { approved: false });
    case "output-available":
      return settledElsewhere(phase, { type: "result" });
    case "output-error":
      return /^Stopped by the user/.test(part.errorText ?? "")
        ? settledElsewhere(phase, { type: "stopped" })
        : settledElsewhere(phase, { type: "error" });
    default:
      return UNKNOWN;
  }
}

/** By the thread's own history, for a call that the inbox no longer lists. */
export async function outcomeElsewhere(fetchPage: Fetch, { threadId, phase, call }: InboxEntry): Promise<Elsewhere> {
  const parts = await loadParts(fetchPage, threadId);
  return toElsewhere(
    phase,
    parts.find(({ toolCallId }) => toolCallId === call.callId),
  );
}
