import { ZodError } from "zod";
import { AppError, ERROR_TABLE, type ErrorCode } from "../errors";
import { type LogSink, logError, logToStderr } from "./log";

/** Body of every refusal (contract, "Errors"). */
export interface ErrorBody {
  error: {
    code: ErrorCode;
    message: string;
    retryable: boolean;
    requestId: string;
    pending?: unknown;
    settled?: unknown;
  };
}

/** What the log says about a failure beside the error itself. */
export interface ErrorScene {
  method: string;
  path: string;
}

/**
 * The response to whatever was thrown. An `AppError` says what it is; a schema violation names its first path;
 * everything else is a fixed sentence, and its details go to the log under the request id.
 */
export function toErrorResponse(
  thrown: unknown,
  requestId: string,
  { scene, log = logToStderr }: { scene?: ErrorScene; log?: LogSink } = {},
): Response {
  const error = toAppError(thrown);
  if (error.status >= 500) logError(log, "request failed", thrown, { requestId, ...scene });
  const body: ErrorBody = {
    error: {
      code: error.code,
      message: error.message,
      retryable: error.retryable,
      requestId,
      ...(error.details.pending === undefined ? {} : { pending: error.details.pending }),
      ...(error.details.settled === undefined ? {} : { settled: error.details.settled }),
    },
  };
  const { retryAfterSeconds } = error.details;
  const headers = {
    "cache-control": "no-store",
    ...(retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) }),
  };
  return Response.json(body, { status: error.status, headers });
}

function toAppError(thrown: unknown): AppError {
  if (isAppError(thrown)) return thrown;
  if (thrown instanceof ZodError) return new AppError("invalid-input", zodMessage(thrown));
  if (isConnectionError(thrown)) {
    return new AppError("unavailable", "The database cannot be reached at the moment. Try again shortly.");
  }
  return new AppError("internal", "Something went wrong on the server. Its log has the details under the request id.");
}

/** By shape and not by class: after a reload in development, a kept database handle throws the class of an older module. */
function isAppError(thrown: unknown): thrown is AppError {
  return thrown instanceof Error && thrown.name === "AppError" && (thrown as AppError).code in ERROR_TABLE;
}

/** The first violation as a sentence that starts with its path. */
export function zodMessage(error: ZodError): string {
  const issue = error.issues[0];
  if (!issue) return "The input is not valid.";
  const path = issue.path.map(String).join(".");
  return path ? `${path}: ${issue.message}` : issue.message;
}

/** Codes of sockets and name lookups, of PostgreSQL classes 08 and 57P, and of "too many connections". */
const CONNECTION_CODES =
  /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EPIPE|EAI_AGAIN|08\w{3}|57P0\d|53300)$/;
/** node-postgres throws these without a code. */
const CONNECTION_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** Whether the database was out of reach. Drivers and drizzle wrap the cause, and a failed connect to several addresses is an `AggregateError`. */
export function isConnectionError(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > 5) return false;
  const code = (error as { code?: unknown }).code;
  if (typeof code === "string" && CONNECTION_CODES.test(code)) return true;
  if (CONNECTION_MESSAGES.test(error.message)) return true;
  if (error instanceof AggregateError && error.errors.some((inner) => isConnectionError(inner, depth + 1))) return true;
  return isConnectionError(error.cause, depth + 1);
}
