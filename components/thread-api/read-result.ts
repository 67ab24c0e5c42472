import { CANCELLED } from "../chat-ui/cancelled";
import type { ViewApproval } from "../chat-ui/view";

/** How a settled call is shown. */
export type ShownResult =
  | { state: "output-available"; output: unknown }
  | { state: "output-error"; errorText: string }
  | { state: "output-denied"; approval: ViewApproval };

/** A tool message of AG-UI, as far as it says how its call ended. */
interface ResultMessage {
  error?: string | undefined;
  metadata?: Record<string, unknown> | undefined;
}

/**
 * Reads a tool message. Its content is text in any case; that it is an error is marked on restored messages only, and
 * our server says on all of them, in the metadata, when there is no result. What a page of its own has answered carries
 * neither: CopilotKit's handlers report an error as `{ error }`.
 */
export function readResult(content: string, { error, metadata }: ResultMessage): ShownResult {
  const { outcome, reason } = (metadata?.neuron ?? {}) as { outcome?: unknown; reason?: unknown };
  if (outcome === "rejected") return { state: "output-denied", approval: decision(false, reason) };
  if (error !== undefined || outcome !== undefined || content === CANCELLED) {
    return { state: "output-error", errorText: error || content };
  }
  const output = parse(content);
  const errorText = soleError(output);
  return errorText === null ? { state: "output-available", output } : { state: "output-error", errorText };
}

/** What a person has decided about a call that has been let through; nothing for one that nobody was asked about. */
export function readApproval(call: { metadata?: Record<string, unknown> | undefined } | undefined): {
  approval?: ViewApproval;
} {
  const { approved, reason } = (call?.metadata?.neuron ?? {}) as { approved?: unknown; reason?: unknown };
  return approved === true ? { approval: decision(true, reason) } : {};
}

function decision(approved: boolean, reason: unknown): ViewApproval {
  return { approved, ...(typeof reason === "string" && { reason }) };
}

function parse(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return content;
  }
}

/** The text of `{ error }`. */
function soleError(value: unknown): string | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const entries = Object.entries(value);
  const [first] = entries;
  return entries.length === 1 && first?.[0] === "error" && typeof first[1] === "string" ? first[1] : null;
}
