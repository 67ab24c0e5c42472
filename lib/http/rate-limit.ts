import { AppError } from "../errors";

/** Sessions that are remembered; the one that has been quiet for longest makes room. */
const MOST_SESSIONS = 10_000;

export interface RateLimiter {
  /** Counts one request of a session. @throws AppError `rate-limited` */
  count(sessionId: string): void;
}

interface Bucket {
  tokens: number;
  /** When `tokens` was right, in milliseconds. */
  at: number;
}

/**
 * So many requests a minute for each session: as many at once as come together in a minute of silence, then one at a time
 * as they come back. Kept by this process alone (docs/decisions/0007-rate-limit.md).
 */
export function createRateLimiter(perMinute: number, now: () => number = Date.now): RateLimiter {
  // In the order of their last request.
  const buckets = new Map<string, Bucket>();
  const perMillisecond = perMinute / 60_000;
  return {
    count(sessionId) {
      const at = now();
      const known = buckets.get(sessionId) ?? { tokens: perMinute, at };
      // A clock that is set back earns nothing.
      const tokens = Math.min(perMinute, known.tokens + Math.max(0, at - known.at) * perMillisecond);
      const allowed = tokens >= 1;
      buckets.delete(sessionId);
      buckets.set(sessionId, { tokens: allowed ? tokens - 1 : tokens, at });
      const quietest = buckets.size > MOST_SESSIONS ? buckets.keys().next().value : undefined;
      if (quietest !== undefined) buckets.delete(quietest);
      if (allowed) return;
      const retryAfterSeconds = Math.max(1, Math.ceil((1 - tokens) / perMillisecond / 1000));
      throw new AppError("rate-limited", `Too many requests. Try again in ${retryAfterSeconds} s.`, {
        retryAfterSeconds,
      });
    },
  };
}
