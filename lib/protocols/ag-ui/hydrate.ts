import type { AgentRun } from "../../agent/events";
import type { Message } from "../../agent/messages";
import { pendingCalls, toInterrupts } from "./interrupts";
import { toAgUiMessages } from "./messages";
import type { AgUiInterrupt, AgUiMessage } from "./wire";

/** A thread as a client held it when its stream ended. */
export interface Hydration {
  /** For `initialMessages`. */
  messages: AgUiMessage[];
  /** For `pendingInterrupts`. */
  interrupts: AgUiInterrupt[];
  /** The latest run's; `null` when there is none, and on older pages. */
  status: AgentRun["status"] | null;
  /** Log number up to which the messages reach, for following a run that is still running. */
  after: number;
  /** Stored id of the first message, to ask for the page before it; `null` when there is none. */
  before: string | null;
}

/**
 * A page of the transcript for a client that starts anew (seeds, "Reloading an AG-UI conversation").
 *
 * @param run the thread's latest run with the newest page, `null` with older ones
 * @param more whether there are messages before this page
 */
export function hydrate(messages: Message[], run: AgentRun | null, more = false): Hydration {
  const wait = run?.status === "suspended" ? run.interrupt : null;
  // Only these have been handed to a page; everything else without a result is still under way, or never will be.
  const dispatched = new Set(wait?.type === "tool-results" ? pendingCalls(wait).map((call) => call.callId) : []);
  return {
    messages: toAgUiMessages(committedMessages(messages, run), (callId) => dispatched.has(callId)),
    interrupts: wait ? toInterrupts(wait) : [],
    status: run?.status ?? null,
    after: run?.committedEvent ?? 0,
    before: more ? (messages[0]?.id ?? null) : null,
  };
}

/**
 * Without what the running step has already saved: its events come after the log number that the page reaches to, so
 * that a client which follows on would have them twice.
 */
export function committedMessages(messages: Message[], run: AgentRun | null): Message[] {
  if (run?.status !== "running") return messages;
  return messages.filter((message) => message.runId !== run.runId || message.step <= run.step);
}
