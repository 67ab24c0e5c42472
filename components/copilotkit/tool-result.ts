import type { CallOutcome } from "@/lib/browser-tools/run-call";
import { CANCELLED } from "../chat-ui/tool-status";

/** How a settled call is shown. */
export type ShownResult =
  | { state: "output-available"; output: unknown }
  | { state: "output-error"; errorText: string }
  | { state: "output-denied"; reason?: string };

/** How the server words a decision against a call, and calls that the end of their run has closed. */
const REJECTED = /^The user rejected this call\. The tool was not executed\.(?: Reason: (.*))?$/s;
const CLOSED = /^(?:Stopped by the user|The run was (?:abandoned|interrupted)) before (?:it|this call) finished/;

/**
 * What a handler returns to CopilotKit. It has no channel for errors, and what a handler throws ends the turn without a
 * word to the agent: an error is therefore a result that says so. An absent value is written out, because CopilotKit
 * would make an empty text of it.
 */
export function toHandlerResult(outcome: CallOutcome): unknown {
  if ("errorText" in outcome) return { error: outcome.errorText };
  return outcome.output === null ? "null" : outcome.output;
}

/** The same as text, as CopilotKit would send it. */
export function toResultText(outcome: CallOutcome): string {
  const result = toHandlerResult(outcome);
  return typeof result === "string" ? result : JSON.stringify(result);
}

/** Reads the text of a tool message. `error` is the mark that restored messages carry and live ones lack. */
export function readResult(content: string, error?: string): ShownResult {
  if (error !== undefined) return { state: "output-error", errorText: error || content };
  const rejected = REJECTED.exec(content);
  if (rejected) return { state: "output-denied", ...(rejected[1] ? { reason: rejected[1] } : {}) };
  if (content === CANCELLED || CLOSED.test(content)) return { state: "output-error", errorText: content };
  const value = parse(content);
  const errorText = soleError(value);
  return errorText === null ? { state: "output-available", output: value } : { state: "output-error", errorText };
}

function parse(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return content;
  }
}

/** The text of `{ error }`, our handlers' way to report one. */
function soleError(value: unknown): string | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const entries = Object.entries(value);
  const [first] = entries;
  return entries.length === 1 && first?.[0] === "error" && typeof first[1] === "string" ? first[1] : null;
}
