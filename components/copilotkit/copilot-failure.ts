import type { Failure } from "../thread-api/failure";
import { parseRefusal } from "../thread-api/failure";

/** An error as CopilotKit reports it. Its code says where it happened. */
export interface CopilotError {
  error: Error;
  code: string;
  context: Record<string, unknown>;
}

/** Reported beside the run's own failure, or about handlers, which report through their results. */
const REPEATED = new Set(["agent_run_failed", "tool_handler_failed", "tool_argument_parse_failed", "tool_not_found"]);

/** `RUN_ERROR` codes by which our server refuses a request instead of reporting its run. */
const REFUSALS = new Set(["run-in-flight"]);

/**
 * What an error of CopilotKit means, or `null` when it says nothing new. A refused request carries status and body, an
 * event of the stream its message, and what is left is the connection.
 */
export function toFailure({ error, code, context }: CopilotError): Failure | null {
  const status = (error as { status?: unknown }).status ?? context.runtimeStatus;
  if (typeof status === "number" && status >= 400) {
    const payload = (error as { payload?: unknown }).payload;
    return parseRefusal(status, typeof payload === "string" ? payload : JSON.stringify(payload ?? null));
  }
  if (code === "agent_run_error_event") {
    const runtimeCode = context.runtimeErrorCode;
    return typeof runtimeCode === "string" && REFUSALS.has(runtimeCode)
      ? { kind: "refused", status: 409, code: runtimeCode, message: error.message, retryable: true }
      : { kind: "run", message: error.message };
  }
  return REPEATED.has(code) ? null : { kind: "connection" };
}
