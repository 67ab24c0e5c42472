import { describe, expect, it } from "vitest";
import { z } from "zod";
import { AppError, ERROR_TABLE, type ErrorCode } from "../errors";
import { toErrorResponse } from "./errors";

async function respond(thrown: unknown) {
  const lines: string[] = [];
  const response = toErrorResponse(thrown, "req_1", { log: (line) => lines.push(line) });
  return { status: response.status, body: await response.json(), lines };
}

describe("an error response", () => {
  it.each(Object.keys(ERROR_TABLE) as ErrorCode[])("carries code, status and retryability of %s", async (code) => {
    const { status, body } = await respond(new AppError(code, "A sentence."));
    expect(status).toBe(ERROR_TABLE[code].status);
    expect(body).toEqual({
      error: { code, message: "A sentence.", retryable: ERROR_TABLE[code].retryable, requestId: "req_1" },
    });
  });

  it("tells a refused client what is pending and what was settled", async () => {
    const details = { pending: { type: "approval" }, settled: { c1: { type: "result", value: false } } };
    const { body } = await respond(new AppError("conflict", "different outcome", details));
    expect(body.error).toMatchObject(details);
  });

  it("names the first wrong path of a schema violation", async () => {
    const parsed = z.object({ a: z.object({ b: z.array(z.string()) }) }).safeParse({ a: { b: ["x", 1] } });
    const { status, body, lines } = await respond(parsed.error);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: "invalid-input", message: expect.stringMatching(/^a\.b\.1: /) });
    expect(lines).toEqual([]);
  });

  it.each([
    new Error("password=hunter2 at /srv/app.js"),
    new TypeError("x is not a function hunter2"),
    "hunter2",
    { message: "hunter2" },
    undefined,
    null,
  ])("never leaks what %s says, and logs it in one line under the request id", async (thrown) => {
    const { status, body, lines } = await respond(thrown);
    expect(status).toBe(500);
    expect(body.error.code).toBe("internal");
    expect(JSON.stringify(body)).not.toMatch(/hunter2|srv|stack/);
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain("\n");
    expect(JSON.parse(lines[0]!)).toMatchObject({ level: "error", requestId: "req_1" });
  });

  it("logs the cause of an internal error, also when causes form a circle", async () => {
    const outer = new Error("outer", { cause: new Error("inner secret") });
    expect((await respond(outer)).lines[0]).toContain("inner secret");
    const circle = new Error("round");
    circle.cause = circle;
    expect((await respond(circle)).lines).toHaveLength(1);
  });

  it("does not send the cause of an expected refusal", async () => {
    const { body } = await respond(new AppError("not-found", "Unknown thread.", {}, { cause: new Error("select …") }));
    expect(JSON.stringify(body)).not.toContain("select");
  });

  const refused = Object.assign(new Error("connect ECONNREFUSED 10.0.0.9:5432"), { code: "ECONNREFUSED" });
  it.each([
    ["a refused socket", refused],
    ["one wrapped by the query builder", new Error("Failed query: select …", { cause: refused })],
    ["one of several addresses", new AggregateError([refused])],
    ["a server that shuts down", Object.assign(new Error("terminating connection"), { code: "57P01" })],
    ["a lost connection", new Error("Connection terminated unexpectedly")],
    ["a full pool", new Error("timeout exceeded when trying to connect")],
  ])("is 503 without an address for %s", async (_what, error) => {
    const { status, body, lines } = await respond(error);
    expect(status).toBe(503);
    expect(body.error).toMatchObject({ code: "unavailable", retryable: true });
    expect(JSON.stringify(body)).not.toMatch(/10\.0\.0\.9|select/);
    expect(lines).toHaveLength(1);
  });

  it("is 500 for a database error that is not about the connection", async () => {
    expect((await respond(Object.assign(new Error("duplicate key"), { code: "23505" }))).status).toBe(500);
  });
});
