import { describe, expect, test } from "vitest";
import { type Failure, parseRefusal } from "./failure";
import { hasMovedOn, isResendable, settledNote, toProblem } from "./problem";

const refused = (code: string, retryable: boolean): Failure => ({
  kind: "refused",
  status: 400,
  code,
  message: "Said so.",
  retryable,
});

describe("toProblem", () => {
  test("a failed run and a lost connection can be retried", () => {
    expect(toProblem({ kind: "run", message: "The model failed." })).toMatchObject({
      title: "The model failed.",
      retry: true,
    });
    expect(toProblem({ kind: "connection" })).toMatchObject({ retry: true });
  });

  test.each(["run-in-flight", "unauthenticated", "not-found", "too-large", "no-run", "conflict", "stale"])(
    "%s says what to do instead of offering a retry",
    (code) => {
      const problem = toProblem(refused(code, true));
      expect(problem.retry).toBeUndefined();
      expect(problem.advice).not.toBe("");
    },
  );

  test("what is too long is told the server's limit", () => {
    expect(toProblem(refused("too-large", false)).advice).toBe("Said so. Shorten it and send it again.");
  });

  test("a question that was refused is said to be back in the field", () => {
    expect(toProblem(refused("run-in-flight", true), true).advice).toContain("Your message is back in the field.");
    expect(toProblem(refused("run-in-flight", true)).advice).not.toContain("back in the field");
  });

  test("the request id is shown, so that the log can be searched", () => {
    const body = JSON.stringify({ error: { code: "internal", message: "m", retryable: true, requestId: "req_9" } });
    expect(toProblem(parseRefusal(500, body))).toMatchObject({ requestId: "req_9", retry: true });
  });
});

test("a passing fault can be sent again, a refusal of the content cannot", () => {
  expect(isResendable(refused("unavailable", true))).toBe(true);
  expect(isResendable(refused("rate-limited", true))).toBe(true);
  expect(isResendable({ kind: "connection" })).toBe(true);
  expect(isResendable(refused("run-in-flight", true))).toBe(false);
  expect(isResendable(refused("invalid-input", false))).toBe(false);
});

test("answers that came too late are told from other refusals", () => {
  expect(hasMovedOn(refused("no-run", false))).toBe(true);
  expect(hasMovedOn(refused("conflict", false))).toBe(true);
  expect(hasMovedOn(refused("invalid-input", false))).toBe(false);
  const settled = { ...refused("invalid-input", false), settled: { p1: { approved: true } } };
  expect(hasMovedOn(settled)).toBe(true);
  expect(toProblem(settled).title).toBe("The conversation had already moved on");
});

test.each([
  [{ approved: true }, "Already approved elsewhere."],
  [{ approved: false }, "Already rejected elsewhere."],
  [{ approved: true, via: "AG-UI" }, "Already approved elsewhere, in AG-UI."],
  [{ type: "rejected" }, "Already rejected elsewhere."],
  [{ type: "result" }, "Already answered elsewhere."],
  [{ type: "error" }, "Already answered elsewhere."],
  [{ type: "stopped" }, "Already stopped elsewhere."],
  [{ type: "cancelled" }, "Already cancelled elsewhere."],
])("the loser of a race learns of %j", (settled, note) => {
  expect(settledNote(settled)).toBe(note);
});
