import type { CallOutcome } from "@/lib/browser-tools/run-call";

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
