import { CANCELLED } from "../chat-ui/cancelled";

/** How a settled call is shown. */
export type ShownResult =
  | { state: "output-available"; output: unknown }
  | { state: "output-error"; errorText: string }
  | { state: "output-denied"; reason?: string };

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
  if (outcome === "rejected") return { state: "output-denied", ...(typeof reason === "string" && { reason }) };
  if (error !== undefined || outcome !== undefined || content === CANCELLED) {
    return { state: "output-error", errorText: error || content };
  }
  const output = parse(content);
  const errorText = soleError(output);
  return errorText === null ? { state: "output-available", output } : { state: "output-error", errorText };
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
