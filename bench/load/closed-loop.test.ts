import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { closedLoop } from "./closed-loop";

describe("a closed loop", () => {
  it("keeps as many users at work as it is told, and begins nothing after its time", async () => {
    let working = 0;
    let most = 0;
    let last = 0;
    const started = performance.now();
    const { done, seconds } = await closedLoop(3, 0.1, async (user) => {
      last = performance.now() - started;
      most = Math.max(most, ++working);
      await sleep(20);
      working--;
      return user;
    });
    expect(most).toBe(3);
    expect(new Set(done)).toEqual(new Set([0, 1, 2]));
    expect(last).toBeLessThan(100);
    expect(seconds).toBeGreaterThanOrEqual(0.1);
  });

  it("fails when one piece of work fails", async () => {
    await expect(closedLoop(2, 0.01, () => Promise.reject(new Error("refused")))).rejects.toThrow("refused");
  });
});
