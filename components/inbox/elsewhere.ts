import type { ToolState } from "../chat-ui/view";
import type { SettledCall } from "../thread-api/failure";
import { settledNote } from "../thread-api/problem";
import type { Fetch } from "../thread-api/request";
import { loadNews } from "./call-news";
import type { InboxEntry } from "./inbox-state";

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

/** By the run log, for a call that the inbox no longer lists as waiting. */
export async function outcomeElsewhere(
  fetchPage: Fetch,
  { threadId, phase, call, after }: InboxEntry,
): Promise<Elsewhere> {
  const { decision, outcome } = (await loadNews(fetchPage, threadId, after)).get(call.callId) ?? {};
  const settled = decision ?? outcome;
  return settled ? settledElsewhere(phase, settled) : UNKNOWN;
}
