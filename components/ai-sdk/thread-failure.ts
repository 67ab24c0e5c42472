import { APICallError } from "ai";
import { type Failure, parseRefusal, RequestError } from "../thread-api/failure";
import { StreamCutError } from "./thread-transport";

/**
 * What an error of `useChat` means. A refused request carries status and body; a broken connection is a `TypeError` of
 * `fetch` or our own {@link StreamCutError}; what is left of the SDK's own errors has a name; an error frame has none.
 */
export function toFailure(error: unknown): Failure {
  if (error instanceof RequestError) return error.failure;
  if (error instanceof StreamCutError || error instanceof TypeError) return { kind: "connection" };
  if (APICallError.isInstance(error)) {
    return error.statusCode === undefined
      ? { kind: "connection" }
      : parseRefusal(error.statusCode, error.responseBody ?? "");
  }
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof Error && error.name !== "Error") return { kind: "unreadable", message };
  return { kind: "run", message };
}
