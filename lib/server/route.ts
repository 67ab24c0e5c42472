import { readEnv } from "../env";
import { createRateLimiter, type RateLimiter } from "../http/rate-limit";
import { createRoute } from "../http/route";
import { sessions } from "./session";

let limiter: RateLimiter | null | undefined;

/** This process's rate limit, made at first use. */
function rateLimiter(): RateLimiter | null {
  if (limiter === undefined) {
    const { RATE_LIMIT_PER_MINUTE } = readEnv();
    limiter = RATE_LIMIT_PER_MINUTE === undefined ? null : createRateLimiter(RATE_LIMIT_PER_MINUTE);
  }
  return limiter;
}

/** Wraps every route handler of the application; see {@link createRoute}. */
export const route = createRoute(sessions, { limiter: rateLimiter });
