import { expect, test } from "vitest";
import type { Inspected, RunDetails } from "@/lib/protocols/native/responses.schema";
import { toCallLives } from "./call-lives";
import { type Fault, toFaults } from "./fault-requests";
import { refundLog } from "./testing/frames";

function inspected(run: Partial<RunDetails>): Inspected {
  const base = { runId: "run_1", attempt: 3, status: "completed", interrupt: null, dead: false };
  return { threadId: "t 1", title: "", leaseSeconds: 60, faultLab: true, run: { ...base, ...run } as RunDetails };
}

const call = (callId: string, outcome?: { type: "result" }) => ({
  callId,
  toolName: "x",
  input: {},
  ...(outcome && { outcome }),
});
const waiting = (type: "approval" | "tool-results", ...calls: ReturnType<typeof call>[]) =>
  inspected({ status: "suspended", interrupt: { id: "int", type, calls } });
const fault = (faults: Fault[], id: Fault["id"]) => faults.find((each) => each.id === id)!;
const bodies = (faults: Fault[], id: Fault["id"]) => fault(faults, id).requests.map(({ body }) => body);

test("an approval wait is answered twice alike, and in opposite ways", () => {
  const faults = toFaults(waiting("approval", call("c1")), []);
  const approve = { decisions: { c1: "approve" } };
  expect(bodies(faults, "duplicate")).toEqual([approve, approve]);
  expect(bodies(faults, "conflict")).toEqual([approve, { decisions: { c1: ["reject", "Sent by the fault lab"] } }]);
  expect(fault(faults, "conflict").requests.map(({ early }) => early === true)).toEqual([true, false]);
  expect(fault(faults, "conflict").requests[0]?.path).toBe("/api/threads/t%201/approvals");
});

test("only a batch can be answered in part, and only what is still open", () => {
  expect(bodies(toFaults(waiting("approval", call("c1")), []), "partial")).toEqual([]);
  const batch = toFaults(waiting("tool-results", call("c1", { type: "result" }), call("c2"), call("c3")), []);
  expect(bodies(batch, "partial")).toEqual([{ results: { c2: { result: "Sent by the fault lab" } } }]);
  expect(Object.keys((bodies(batch, "duplicate")[0] as { results: object }).results)).toEqual(["c2", "c3"]);
});

test("stale are an attempt that is over and a call that is settled", () => {
  expect(bodies(toFaults(inspected({}), toCallLives(refundLog)), "stale")).toEqual([
    { runId: "run_1", attempt: 2 },
    { decisions: { c1: ["reject", "Sent by the fault lab"] } },
  ]);
  expect(bodies(toFaults(inspected({}), []), "stale")).toHaveLength(1);
});

test("only what is live is stopped, and only what runs looks dead", () => {
  const running = toFaults(inspected({ status: "running" }), []);
  expect([bodies(running, "stop"), bodies(running, "dead")]).toEqual([[{}], [{ fault: "dead" }]]);
  expect(bodies(toFaults(inspected({ status: "running", dead: true }), []), "dead")).toEqual([]);
  const ended = toFaults(inspected({}), []);
  expect([bodies(ended, "stop"), bodies(ended, "dead"), bodies(ended, "duplicate")]).toEqual([[], [], []]);
});
