import type { Json } from "./json";

/** The error table of the HTTP contract: code → status and whether the same request may succeed later. */
export const ERROR_TABLE = {
  "invalid-input": { status: 400, retryable: false },
  "no-run": { status: 400, retryable: false },
  "no-match": { status: 400, retryable: false },
  "wrong-phase": { status: 400, retryable: false },
  "tool-rejected": { status: 400, retryable: false },
  unauthenticated: { status: 401, retryable: true },
  forbidden: { status: 403, retryable: false },
  "not-found": { status: 404, retryable: false },
  conflict: { status: 409, retryable: false },
  "run-in-flight": { status: 409, retryable: true },
  stale: { status: 409, retryable: true },
  "too-large": { status: 413, retryable: false },
  "unsupported-media-type": { status: 415, retryable: false },
  "rate-limited": { status: 429, retryable: true },
  internal: { status: 500, retryable: true },
  unavailable: { status: 503, retryable: true },
} as const satisfies Record<string, { status: number; retryable: boolean }>;

export type ErrorCode = keyof typeof ERROR_TABLE;

/** What a refused client learns beside code and message. */
export interface ErrorDetails {
  /** What the thread's live run waits for, as `inspect` shows it. */
  pending?: Json;
  /** Outcome of every named call of this thread that already has one: the loser of a race learns who won. */
  settled?: Record<string, Json>;
  /** When the same request may succeed; the `Retry-After` header says it. */
  retryAfterSeconds?: number;
}

/**
 * An expected refusal. Its message is written for the person or developer at the other end and is safe to send;
 * everything else that is thrown becomes `internal` with a fixed sentence.
 */
export class AppError extends Error {
  readonly status: number;
  readonly retryable: boolean;

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: ErrorDetails = {},
    options?: { cause?: unknown },
  ) {
    super(message, options);
    this.name = "AppError";
    this.status = ERROR_TABLE[code].status;
    this.retryable = ERROR_TABLE[code].retryable;
  }
}
