import { APICallError, InvalidResponseDataError } from "@ai-sdk/provider";

/** Failures of the connection itself, as Node and undici name them. */
const NETWORK_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EAI_AGAIN",
  "UND_ERR_SOCKET",
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
]);

/** The words with which providers name a passing failure inside a stream. */
const PASSING = /rate_?limit|overload|unavailable|timeout|server_error|api_error|resource_exhausted/i;
/** Money does not come back within seconds. */
const LASTING = /quota|billing/i;

/**
 * Whether the same request may well succeed a moment later: a rate limit, a failing server, a broken connection, an answer
 * that ended before it began. What the provider package says about it decides first.
 */
export function isRetryable(error: unknown): boolean {
  for (const cause of causes(error)) {
    const { isRetryable: verdict, statusCode, status, code, type } = cause;
    if (typeof verdict === "boolean") return verdict;
    for (const number of [statusCode, status, code].map(Number))
      if (number >= 400 && number <= 599) return isPassingStatus(number);
    if (typeof code === "string" && NETWORK_CODES.has(code)) return true;
    const words = [type, code].filter((word) => typeof word === "string").join(" ");
    if (LASTING.test(words)) return false;
    if (PASSING.test(words)) return true;
    // A stream that stopped before its first token: Chat Completions clients report it as invalid data.
    if (InvalidResponseDataError.isInstance(cause)) return true;
  }
  return false;
}

function isPassingStatus(status: number): boolean {
  return status === 408 || status === 409 || status === 429 || status >= 500;
}

/** An error and what caused it, outermost first, as far as anything can be read from them. */
function causes(error: unknown): Record<string, unknown>[] {
  const chain: Record<string, unknown>[] = [];
  let current = error;
  while (typeof current === "object" && current !== null && chain.length < 5) {
    chain.push(current as Record<string, unknown>);
    current = (current as { cause?: unknown }).cause;
  }
  return chain;
}

export interface DelayOptions {
  /** Retries made so far. */
  attempt: number;
  /** Wait before the first retry; it doubles with each. */
  initialDelayMs: number;
  /** The longest wait that a server may ask for. */
  maxDelayMs: number;
  /** From 0 to 1: spreads clients that failed together. Default `Math.random`. */
  random?: () => number;
  now?: () => number;
}

/**
 * Milliseconds to wait before the next try: what the server asked for with `retry-after-ms` or `retry-after` (seconds or a
 * date), otherwise an exponential backoff. `null` when the server asks for more than `maxDelayMs`: trying sooner would
 * only be refused again.
 */
export function retryDelay(error: unknown, options: DelayOptions): number | null {
  const { attempt, initialDelayMs, maxDelayMs, random = Math.random, now = Date.now } = options;
  const asked = askedDelay(error, now);
  if (asked !== undefined) return asked <= maxDelayMs ? Math.max(0, asked) : null;
  return Math.min(maxDelayMs, initialDelayMs * 2 ** attempt * (1 + random() / 4));
}

function askedDelay(error: unknown, now: () => number): number | undefined {
  const headers = causes(error).find((cause) => APICallError.isInstance(cause))?.responseHeaders;
  if (typeof headers !== "object" || headers === null) return undefined;
  const { "retry-after-ms": milliseconds, "retry-after": after } = headers as Record<string, string | undefined>;
  if (milliseconds && Number.isFinite(Number(milliseconds))) return Number(milliseconds);
  if (!after) return undefined;
  if (Number.isFinite(Number(after))) return Number(after) * 1000;
  const date = Date.parse(after);
  return Number.isNaN(date) ? undefined : date - now();
}
