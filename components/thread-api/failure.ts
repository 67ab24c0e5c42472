/** Outcome of a call as the server reports it: a decision, or how the execution ended. */
export type SettledCall = { approved: boolean; reason?: string; via?: string } | { type: string };

/**
 * Why a request did not do what it should.
 * `connection` nothing reached us, or the answer broke off: the server may have acted all the same ·
 * `refused` the server said no, in the contract's words where it had any ·
 * `run` the run ended in an error, told in the stream · `unreadable` the answer is not what the client understands.
 */
export type Failure =
  | { kind: "connection" }
  | {
      kind: "refused";
      status: number;
      code: string;
      message: string;
      retryable: boolean;
      requestId?: string;
      settled?: Record<string, SettledCall>;
    }
  | { kind: "run"; message: string }
  | { kind: "unreadable"; message: string };

/** Thrown by the functions of this folder. */
export class RequestError extends Error {
  constructor(readonly failure: Failure) {
    super(failure.kind === "connection" ? "The server cannot be reached." : failure.message);
    this.name = "RequestError";
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isSettledCall(value: unknown): value is SettledCall {
  return isRecord(value) && (typeof value.approved === "boolean" || typeof value.type === "string");
}

/** Reads an error response. A body in another shape (a proxy's page) still has its status. */
export function parseRefusal(status: number, body: string): Failure {
  let error: unknown;
  try {
    const parsed: unknown = JSON.parse(body);
    error = isRecord(parsed) ? parsed.error : undefined;
  } catch {
    error = undefined;
  }
  const known = isRecord(error) ? error : {};
  const settled = isRecord(known.settled)
    ? Object.fromEntries(
        Object.entries(known.settled).filter((entry): entry is [string, SettledCall] => isSettledCall(entry[1])),
      )
    : undefined;
  return {
    kind: "refused",
    status,
    code: typeof known.code === "string" ? known.code : "unknown",
    message: typeof known.message === "string" ? known.message : `The server answered with status ${status}.`,
    retryable: typeof known.retryable === "boolean" ? known.retryable : status >= 500,
    ...(typeof known.requestId === "string" ? { requestId: known.requestId } : {}),
    ...(settled ? { settled } : {}),
  };
}
