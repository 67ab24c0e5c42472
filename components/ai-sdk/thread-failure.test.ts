import { APICallError } from "ai";
import { expect, test } from "vitest";
import { toFailure } from "./thread-failure";
import { StreamCutError } from "./thread-transport";

const refused = (statusCode: number | undefined, responseBody: string) =>
  new APICallError({ message: "m", url: "/api/chat", requestBodyValues: undefined, statusCode, responseBody });

test("a broken connection is told from a refusal, from a failed run and from a stream that makes no sense", () => {
  expect(toFailure(new TypeError("Failed to fetch"))).toEqual({ kind: "connection" });
  expect(toFailure(new StreamCutError())).toEqual({ kind: "connection" });
  expect(toFailure(refused(undefined, ""))).toEqual({ kind: "connection" });
  expect(toFailure(refused(409, '{"error":{"code":"stale","message":"Moved.","retryable":true}}'))).toMatchObject({
    kind: "refused",
    status: 409,
    code: "stale",
  });
  expect(toFailure(new Error("The model failed."))).toEqual({ kind: "run", message: "The model failed." });
  const odd = new Error("Type validation failed");
  odd.name = "AI_TypeValidationError";
  expect(toFailure(odd)).toEqual({ kind: "unreadable", message: "Type validation failed" });
});
