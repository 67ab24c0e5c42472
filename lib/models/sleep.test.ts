import { getEventListeners } from "node:events";
import { afterEach, expect, it, vi } from "vitest";
import { sleep } from "./sleep";

afterEach(() => void vi.useRealTimers());

it("waits as long as it is told to", async () => {
  vi.useFakeTimers();
  const done = vi.fn();
  const sleeping = sleep(50).then(done);
  await vi.advanceTimersByTimeAsync(49);
  expect(done).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await sleeping;
  expect(done).toHaveBeenCalledOnce();
});

it("ends at once with the signal's reason and leaves no timer behind", async () => {
  vi.useFakeTimers();
  const reason = new Error("stopped");
  const controller = new AbortController();
  const sleeping = sleep(60_000, controller.signal);
  controller.abort(reason);
  await expect(sleeping).rejects.toBe(reason);
  expect(vi.getTimerCount()).toBe(0);
  await expect(sleep(60_000, controller.signal)).rejects.toBe(reason);
  expect(vi.getTimerCount()).toBe(0);
});

it("leaves no listener on a signal that outlives it", async () => {
  const { signal } = new AbortController();
  await sleep(1, signal);
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
});
