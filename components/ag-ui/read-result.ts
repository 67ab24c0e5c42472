/** How a settled call is shown. */
export type ShownResult =
  | { state: "output-available"; output: unknown }
  | { state: "output-error"; errorText: string }
  | { state: "output-denied"; reason?: string };

/** A tool message, as far as it says how its call ended. */
interface ResultMessage {
  error?: string;
  metadata?: Record<string, unknown>;
}

/**
 * Reads a tool message. Its content is text in any case; that it is an error is marked on restored messages only, and
 * our server says on all of them, in the metadata, when there is no result.
 */
export function readResult(content: string, { error, metadata }: ResultMessage): ShownResult {
  const { outcome, reason } = (metadata?.neuron ?? {}) as { outcome?: unknown; reason?: unknown };
  if (outcome === "rejected") return { state: "output-denied", ...(typeof reason === "string" && { reason }) };
  if (error !== undefined || outcome !== undefined) return { state: "output-error", errorText: error || content };
  try {
    return { state: "output-available", output: JSON.parse(content) };
  } catch {
    return { state: "output-available", output: content };
  }
}
