import { expect, test } from "vitest";
import { parseRefusal } from "./failure";

test("reads the contract's error body, with what is settled", () => {
  const body = JSON.stringify({
    error: {
      code: "conflict",
      message: "The call has a different outcome.",
      retryable: false,
      requestId: "req_1",
      settled: { call_1: { approved: true }, call_2: { type: "result", value: 1 }, odd: 7 },
    },
  });
  expect(parseRefusal(409, body)).toEqual({
    kind: "refused",
    status: 409,
    code: "conflict",
    message: "The call has a different outcome.",
    retryable: false,
    requestId: "req_1",
    settled: { call_1: { approved: true }, call_2: { type: "result", value: 1 } },
  });
});

test.each(["<html>Bad gateway</html>", "", "null", "[]", '{"error":"text"}', '{"error":null}'])(
  "a body like %j leaves the status, and a server's fault may pass",
  (body) => {
    const failure = parseRefusal(502, body);
    expect(failure).toMatchObject({ kind: "refused", code: "unknown", status: 502, retryable: true });
    expect(parseRefusal(418, body)).toMatchObject({ retryable: false });
  },
);
