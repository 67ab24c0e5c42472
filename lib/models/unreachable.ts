import { APICallError } from "@ai-sdk/provider";
import { AppError } from "../errors";

/**
 * A failure in words, if it is that the model's server cannot be reached: where it was looked for, and why that failed.
 * In production they go to the log alone; else whoever asked reads them, with what to check. Any other failure stays as
 * it is.
 */
export function explainUnreachable(error: unknown, { id, production }: { id: string; production: boolean }): unknown {
  if (!APICallError.isInstance(error) || error.statusCode !== undefined) return error;
  const { code } = (error.cause ?? {}) as { code?: unknown };
  const why = typeof code === "string" ? ` (${code})` : "";
  // The host alone: the rest of an address may hold a key.
  const message = `The model server at ${new URL(error.url).host} could not be reached${why}.`;
  if (production) return new Error(message, { cause: error });
  const check = id.startsWith("custom/") ? "AGENT_MODEL_BASE_URL, and that it is running" : "this machine's network";
  return new AppError("unavailable", `${message} Check ${check}.`, {}, { cause: error });
}
