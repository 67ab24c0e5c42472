import { expect, test } from "vitest";
import { toFailure } from "./copilot-failure";

const refusal = { error: { code: "conflict", message: "Taken.", retryable: false, requestId: "req_1" } };

test("a refused request is read from its status and body, however AG-UI's client has read that", () => {
  for (const payload of [refusal, JSON.stringify(refusal)]) {
    const error = Object.assign(new Error("HTTP 409"), { status: 409, payload });
    expect(toFailure({ error, code: "agent_run_failed_event", context: {} })).toMatchObject({
      kind: "refused",
      status: 409,
      code: "conflict",
      message: "Taken.",
      requestId: "req_1",
    });
  }
});

test("a run that ended in an error says so, and a run that was refused in events is a refusal", () => {
  const error = new Error("The model failed.");
  expect(toFailure({ error, code: "agent_run_error_event", context: { runtimeErrorCode: "model-error" } })).toEqual({
    kind: "run",
    message: "The model failed.",
  });
  expect(
    toFailure({ error, code: "agent_run_error_event", context: { runtimeErrorCode: "run-in-flight" } }),
  ).toMatchObject({ kind: "refused", code: "run-in-flight" });
});

test("a runtime that answers its identification with an error has refused, one that does not answer is out of reach", () => {
  const error = new Error("Runtime info request failed");
  expect(toFailure({ error, code: "runtime_info_fetch_failed", context: { runtimeStatus: 401 } })).toMatchObject({
    kind: "refused",
    status: 401,
  });
  expect(toFailure({ error, code: "runtime_info_fetch_failed", context: {} })).toEqual({ kind: "connection" });
});

test("what else breaks on the way is the connection", () => {
  const error = new TypeError("network error");
  expect(toFailure({ error, code: "agent_run_failed_event", context: {} })).toEqual({ kind: "connection" });
  expect(toFailure({ error, code: "agent_connect_failed", context: {} })).toEqual({ kind: "connection" });
});

test("errors of handlers, and those told twice, are no news", () => {
  for (const code of ["tool_handler_failed", "agent_run_failed"]) {
    expect(toFailure({ error: new Error("x"), code, context: {} })).toBeNull();
  }
});
