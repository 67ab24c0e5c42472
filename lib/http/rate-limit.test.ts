import { describe, expect, it } from "vitest";
import { AppError } from "../errors";
import { createRateLimiter } from "./rate-limit";

function limiter(perMinute: number) {
  const clock = { now: 1_000_000 };
  const { count } = createRateLimiter(perMinute, () => clock.now);
  /** How many of so many requests at once are let through. */
  const burst = (session: string, requests: number) =>
    Array.from({ length: requests }).filter(() => {
      try {
        count(session);
        return true;
      } catch (error) {
        expect(error).toMatchObject({ code: "rate-limited", status: 429, retryable: true });
        return false;
      }
    }).length;
  return { clock, count, burst };
}

describe("a rate limit", () => {
  it("lets a minute's worth through at once, then as many as come back", () => {
    const { clock, burst } = limiter(30);
    expect(burst("a", 100)).toBe(30);
    clock.now += 1_000;
    expect(burst("a", 10)).toBe(0);
    clock.now += 3_000;
    expect(burst("a", 10)).toBe(2);
    clock.now += 3_600_000;
    expect(burst("a", 100)).toBe(30);
  });

  it("is each session's own", () => {
    const { burst } = limiter(5);
    expect([burst("a", 9), burst("b", 9), burst("a", 1)]).toEqual([5, 5, 0]);
  });

  it("says when the next request has a chance, and it has", () => {
    const { clock, count, burst } = limiter(4);
    burst("a", 4);
    let refused: unknown;
    try {
      count("a");
    } catch (error) {
      refused = error;
    }
    const seconds = refused instanceof AppError ? refused.details.retryAfterSeconds : undefined;
    expect(seconds).toBe(15);
    clock.now += 15_000;
    expect(burst("a", 2)).toBe(1);
  });

  it("is not fooled by a clock that is set back", () => {
    const { clock, burst } = limiter(5);
    burst("a", 5);
    clock.now -= 60_000;
    expect(burst("a", 5)).toBe(0);
  });

  it("forgets the session that has been quiet for longest, and no other", () => {
    const { burst } = limiter(1);
    burst("first", 1);
    burst("second", 1);
    burst("first", 1);
    for (let index = 0; index < 9_999; index++) burst(`other-${index}`, 1);
    expect(burst("first", 1)).toBe(0);
    expect(burst("second", 1)).toBe(1);
  });
});
