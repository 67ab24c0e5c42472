import { describe, expect, it } from "vitest";
import { parseRuntimeCall } from "./runtime-call";

describe("parseRuntimeCall", () => {
  it.each([
    ["GET", "info", { type: "info" }],
    ["POST", "agent/default/run", { type: "run" }],
    ["POST", "agent/default/connect", { type: "connect" }],
    ["POST", "/agent/default/stop/thread_1/", { type: "stop", threadId: "thread_1" }],
    ["POST", "agent/default/stop/a%2Fb%20c", { type: "stop", threadId: "a/b c" }],
  ])("%s %s is served", (method, path, call) => {
    expect(parseRuntimeCall(method, path)).toEqual(call);
  });

  it.each([
    ["POST", "info"],
    ["GET", "info/more"],
    ["GET", "agent/default/run"],
    ["POST", "agent/default/run/more"],
    ["POST", "agent/default/stop"],
    ["POST", "agent/default/stop/a/b"],
    ["POST", "agent/default/suggest"],
    ["POST", "agent/default/%ff/x"],
    ["POST", ""],
    ["GET", "threads"],
    ["POST", "threads/clear"],
    ["GET", "threads/t1/messages"],
    ["GET", "memories"],
    ["POST", "transcribe"],
    ["GET", "inspector-metadata"],
    ["GET", "cpk-debug-events"],
    ["POST", "annotate"],
    ["POST", "x/agent/default/run"],
  ])("%s %s does not exist", (method, path) => {
    expect(() => parseRuntimeCall(method, path)).toThrowError(expect.objectContaining({ code: "not-found" }));
  });

  it("knows one agent only", () => {
    expect(() => parseRuntimeCall("POST", "agent/other/run")).toThrowError(/no agent "other"/);
    expect(() => parseRuntimeCall("POST", "agent/constructor/connect")).toThrowError(/no agent/);
  });
});
