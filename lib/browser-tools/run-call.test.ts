// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from "vitest";
import { createKeptOutcomes } from "./kept-outcomes";
import { callRunnerFor, createCallRunner } from "./run-call";

const call = (changes: object = {}) => ({ callId: "call_1", toolName: "work", input: { x: 1 }, ...changes });

/** A page with one tool, `work`, that counts its runs. */
function pageWith(work: (input: never) => unknown, options: { longestSeconds?: number; threadId?: string } = {}) {
  const counted = vi.fn(work);
  const runner = createCallRunner({ threadId: "thread_1", handlers: { work: counted }, ...options });
  return { runner, counted };
}

beforeEach(() => sessionStorage.clear());

describe("outcomes", () => {
  test("the handler's value is the output", async () => {
    const { runner, counted } = pageWith(() => ({ title: "Order desk" }));
    expect(await runner.run(call())).toEqual({ output: { title: "Order desk" } });
    expect(counted).toHaveBeenCalledExactlyOnceWith({ x: 1 });
  });

  test.each([null, false, 0, "", [], {}])("%j is an answer like any other", async (value) => {
    expect(await pageWith(() => value).runner.run(call())).toEqual({ output: value });
  });

  test("nothing is null, and a date its text", async () => {
    expect(await pageWith(() => undefined).runner.run(call())).toEqual({ output: null });
    sessionStorage.clear();
    const day = new Date("2026-03-02T00:00:00Z");
    expect(await pageWith(() => ({ day })).runner.run(call())).toEqual({ output: { day: "2026-03-02T00:00:00.000Z" } });
  });

  test.each([
    [
      "a throw",
      () => {
        throw new Error("No such order.");
      },
      "No such order.",
    ],
    ["a rejection", () => Promise.reject(new Error("No such order.")), "No such order."],
    ["a thrown text", () => Promise.reject("plain"), "plain"],
    ["an error without text", () => Promise.reject(new Error("")), "work failed without saying why."],
  ])("%s is an error text", async (_what, work, errorText) => {
    expect(await pageWith(work).runner.run(call())).toEqual({ errorText });
  });

  test("a value that is not JSON is an error text", async () => {
    const circle: { self?: unknown } = {};
    circle.self = circle;
    expect(await pageWith(() => circle).runner.run(call())).toEqual({ errorText: expect.stringContaining("circular") });
  });

  test("a handler gets an object even when the model sent none", async () => {
    const { runner, counted } = pageWith(() => 1);
    await runner.run(call({ input: null }));
    await runner.run(call({ callId: "call_2", input: "text" }));
    expect(counted.mock.calls).toEqual([[{}], [{}]]);
  });

  test("a tool without a handler is an error text", async () => {
    const { runner } = pageWith(() => 1);
    for (const toolName of ["refund_order", "constructor", "pick_date"]) {
      expect(runner.handles(toolName)).toBe(false);
      expect(await runner.run(call({ callId: toolName, toolName }))).toEqual({
        errorText: `This page has no tool "${toolName}".`,
      });
    }
    expect(runner.handles("work")).toBe(true);
  });

  test("a handler that never ends fails with an unknown effect", async () => {
    const { runner } = pageWith(() => new Promise(() => {}), { longestSeconds: 0.05 });
    expect(await runner.run(call())).toEqual({
      errorText: "work did not finish within 0.05 seconds. Whether it took effect is unknown.",
    });
  });
});

describe("once", () => {
  test("two requests for a call id run it once and share the outcome, also after it has ended", async () => {
    const { runner, counted } = pageWith(() => Math.random());
    const [first, second] = await Promise.all([runner.run(call()), runner.run(call())]);
    expect(second).toEqual(first);
    expect(await runner.run(call())).toEqual(first);
    expect(counted).toHaveBeenCalledTimes(1);
  });

  test("calls with other ids run side by side", async () => {
    const { runner, counted } = pageWith(({ x }: { x: number }) => x);
    const outcomes = await Promise.all([runner.run(call()), runner.run(call({ callId: "call_2", input: { x: 2 } }))]);
    expect(outcomes).toEqual([{ output: 1 }, { output: 2 }]);
    expect(counted).toHaveBeenCalledTimes(2);
  });

  test("a page's providers share one runner per thread", () => {
    expect(callRunnerFor("thread_1")).toBe(callRunnerFor("thread_1"));
    expect(callRunnerFor("thread_1")).not.toBe(callRunnerFor("thread_2"));
    expect(callRunnerFor("thread_1").handles("read_title")).toBe(true);
  });

  test("a waiting page is waited for, and the call still runs once", async () => {
    document.body.innerHTML = '<section data-agent-surface aria-busy="true"></section>';
    const { runner, counted } = pageWith(() => document.querySelectorAll("tr").length);
    const outcome = runner.run(call());
    setTimeout(() => {
      document.body.innerHTML = "<section data-agent-surface><table><tr></tr></table></section>";
    }, 20);
    expect(await outcome).toEqual({ output: 1 });
    expect(counted).toHaveBeenCalledTimes(1);
    document.body.innerHTML = "";
  });
});

describe("after a reload", () => {
  test("an outcome that this tab has is delivered again instead of running the tool again", async () => {
    const before = pageWith(() => "first");
    await before.runner.run(call({ input: { b: 1, a: { d: 2, c: 3 } } }));
    const after = pageWith(() => "second");
    // The database may return keys in another order.
    const hydrated = call({ input: { a: { c: 3, d: 2 }, b: 1 } });
    expect(after.runner.outcomeOf(hydrated)).toEqual({ output: "first" });
    expect(await after.runner.run(hydrated)).toEqual({ output: "first" });
    expect(after.counted).not.toHaveBeenCalled();
  });

  test("a handler that leaves the page later has its outcome kept before it goes", async () => {
    let keptAtNavigation: unknown;
    const { runner } = pageWith(() => {
      setTimeout(() => {
        keptAtNavigation = createKeptOutcomes().find("thread_1", call());
      });
      return "leaving";
    });
    await runner.run(call());
    await vi.waitFor(() => expect(keptAtNavigation).toEqual({ output: "leaving" }));
  });

  test("a call that has not ended, is of another thread, or asks for something else has no outcome", async () => {
    const before = pageWith(() => "first");
    expect(before.runner.outcomeOf(call())).toBeNull();
    await before.runner.run(call());
    expect(pageWith(() => "", { threadId: "thread_2" }).runner.outcomeOf(call())).toBeNull();
    expect(before.runner.outcomeOf(call({ input: { x: 2 } }))).toBeNull();
    expect(before.runner.outcomeOf(call({ toolName: "other" }))).toBeNull();
  });

  test("a thread that was reset starts over", async () => {
    const { runner, counted } = pageWith(() => 1);
    await runner.run(call());
    runner.forget();
    expect(runner.outcomeOf(call())).toBeNull();
    await runner.run(call());
    expect(counted).toHaveBeenCalledTimes(2);
  });

  test("only the newest calls are kept", async () => {
    const { runner } = pageWith(() => 1);
    for (let index = 0; index <= 20; index++) await runner.run(call({ callId: `call_${index}` }));
    expect(runner.outcomeOf(call({ callId: "call_0" }))).toBeNull();
    expect(runner.outcomeOf(call({ callId: "call_1" }))).toEqual({ output: 1 });
    expect(runner.outcomeOf(call({ callId: "call_20" }))).toEqual({ output: 1 });
  });
});
