import type { ViewProblem } from "../chat-ui/view";
import type { Failure, SettledCall } from "./failure";

/** Codes after which the same request may succeed, or which a repeat by id makes harmless. */
const RESENDABLE = new Set(["rate-limited", "internal", "unavailable", "unknown"]);

/** Codes with which the server refuses an answer because the wait has moved on; others, where it names what is settled. */
const MOVED_ON = new Set(["no-run", "no-match", "conflict", "stale", "wrong-phase"]);

/** Whether the same request can be sent again as it is. */
export function isResendable(failure: Failure): boolean {
  if (failure.kind === "connection") return true;
  return failure.kind === "refused" && failure.retryable && RESENDABLE.has(failure.code);
}

/** Whether the answer came too late: somebody else, another tab or the run's end, was first. */
export function hasMovedOn(failure: Failure): boolean {
  return failure.kind === "refused" && (MOVED_ON.has(failure.code) || Object.keys(failure.settled ?? {}).length > 0);
}

/**
 * What a person reads about a failure: what happened, and what they can do.
 * @param returned the question was refused and its text is back in the message field
 */
export function toProblem(failure: Failure, returned = false): ViewProblem {
  switch (failure.kind) {
    case "connection":
      return {
        title: "The connection was lost",
        advice: "Nothing that has been done is lost. Check your network, then press Retry to catch up.",
        retry: true,
      };
    case "run":
      return {
        title: failure.message || "The agent could not finish its answer",
        advice: "Nothing that has been done is lost. Press Retry to continue from the last completed step.",
        retry: true,
      };
    case "unreadable":
      return {
        title: "The answer could not be read",
        advice: "Press Retry to load the conversation from the server again.",
        retry: true,
      };
    case "refused": {
      const { advice, ...problem } = refusal(failure);
      return {
        ...problem,
        advice: returned ? `${advice} Your message is back in the field.` : advice,
        ...(failure.requestId ? { requestId: failure.requestId } : {}),
      };
    }
  }
}

function refusal(failure: Extract<Failure, { kind: "refused" }>): ViewProblem {
  const { code, message, retryable } = failure;
  if (hasMovedOn(failure)) {
    return { title: "The conversation had already moved on", advice: "It now shows what the server has." };
  }
  switch (code) {
    case "run-in-flight":
      return {
        title: "The agent is not finished yet",
        advice: "Answer what the agent asks, stop it, or cancel and send.",
      };
    case "rate-limited":
      return { title: "Too many requests", advice: "Wait a few seconds, then press Retry.", retry: true };
    case "unauthenticated":
      return { title: "Your session has ended", advice: "Reload the page to begin a new one." };
    case "not-found":
    case "forbidden":
      return {
        title: "This conversation is not yours to read",
        advice: "It belongs to another session, or it does not exist. Begin a new one instead.",
      };
    case "too-large":
      return { title: "The message is too long", advice: `${message} Shorten it and send it again.` };
    default:
      return retryable
        ? {
            title: message,
            advice: "Press Retry. If it happens again, look for the request in the server's log.",
            retry: true,
          }
        : { title: message, advice: "Sent again as it is, it will be refused again." };
  }
}

/** What the loser of a race is told, by call id, of those among its calls that somebody else has settled. */
export function settledNotes(failure: Failure, callIds: readonly string[]): Record<string, string> {
  const settled = failure.kind === "refused" && hasMovedOn(failure) ? failure.settled : undefined;
  return Object.fromEntries(
    callIds.flatMap((callId) => {
      const winner = settled?.[callId];
      return winner ? [[callId, settledNote(winner)] as const] : [];
    }),
  );
}

/** What the loser of a race is told about a call. */
export function settledNote(settled: SettledCall): string {
  if ("approved" in settled) {
    const { approved, via } = settled;
    return `Already ${approved ? "approved" : "rejected"} elsewhere${via ? `, in ${via}` : ""}.`;
  }
  switch (settled.type) {
    case "rejected":
      return "Already rejected elsewhere.";
    case "stopped":
      return "Already stopped elsewhere.";
    case "cancelled":
      return "Already cancelled elsewhere.";
    default:
      return "Already answered elsewhere.";
  }
}
