import { z } from "zod";
import type { AgentInterrupt, Answer } from "../../agent/events";
import type { Json } from "../../json";
import { pendingCalls } from "./interrupts";
import { invalid, parseAt } from "./invalid";
import type { AgUiPayload, ResumeEntry } from "./parse-run-agent-input";

/** Outcome of every pending call when a frontend wait is cancelled (seeds). */
export const CANCELLED = "Frontend tool execution cancelled.";

/** How the id of a wait begins. */
const WAIT_ID = "int_";

type Answers = [callId: string, answer: Answer][];

const decisionSchema = z.looseObject({
  approved: z.boolean("expected true or false"),
  reason: z.string("expected a text").nullish(),
});
const resultsSchema = z.record(z.string(), z.looseObject({}, "expected a result or an error"), {
  error: "expected results by call id",
});

/**
 * The answers of a `resume`, held against the wait that it addresses. Every open interrupt must be addressed; what this
 * wait has settled already may come again.
 *
 * @param wait `null` when nothing waits: then only a repeat of what was settled can be meant
 */
export function resumeAnswers({ resume, openCalls }: AgUiPayload, wait: AgentInterrupt | null): Answers {
  if (resume.length === 0) return [];
  if (wait?.type === "approval") {
    refuseUnknown(resume, new Set(wait.request.calls.map((call) => call.callId)));
    const addressed = new Set(resume.map((entry) => entry.interruptId));
    const missing = pendingCalls(wait).find((call) => !addressed.has(call.callId));
    if (missing) throw invalid(["resume"], `the open interrupt ${missing.callId} is not addressed`);
  }
  if (wait?.type === "event" || wait?.type === "timer") refuseUnknown(resume, new Set());
  return resume.flatMap((entry, index): Answers => {
    const path = ["resume", index, "payload"];
    if (entry.status === "cancelled" && entry.payload !== undefined) {
      throw invalid(path, "must be left out of a cancelled entry");
    }
    if (wait?.type === "tool-results" && entry.interruptId === wait.id) return waitAnswers(entry, wait, path);
    if (wait === null && isRepeatOfWait(entry)) return waitAnswers(entry, null, path, openCalls);
    return [[entry.interruptId, toDecision(entry, path)]];
  });
}

/** The calls that a `resume` is about, whatever waits: an approval has its call's id, a frontend wait names its calls. */
export function addressedCalls({ resume, openCalls }: AgUiPayload): string[] {
  return resume.flatMap(({ interruptId, status, payload }) => {
    if (!interruptId.startsWith(WAIT_ID)) return [interruptId];
    if (status === "cancelled") return openCalls;
    return typeof payload === "object" && payload !== null ? Object.keys(payload) : [];
  });
}

function refuseUnknown(resume: ResumeEntry[], known: Set<string>): void {
  const index = resume.findIndex((entry) => !known.has(entry.interruptId));
  if (index >= 0) throw invalid(["resume", index, "interruptId"], "there is no such open interrupt");
}

function toDecision({ status, payload }: ResumeEntry, path: PropertyKey[]): Answer {
  if (status === "cancelled") return { type: "approval", approved: false };
  const { approved, reason } = parseAt(decisionSchema, payload ?? {}, path);
  return { type: "approval", approved, ...(reason && { reason }) };
}

/** A frontend wait that came back after a reload: its results by call id, or its end. */
function waitAnswers(
  { status, payload }: ResumeEntry,
  wait: AgentInterrupt | null,
  path: PropertyKey[],
  openCalls: string[] = [],
): Answers {
  if (status === "cancelled") {
    const cancelled = wait ? pendingCalls(wait).map((call) => call.callId) : openCalls;
    return cancelled.map((callId) => [callId, { type: "outcome", outcome: { type: "error", message: CANCELLED } }]);
  }
  const results = Object.entries(parseAt(resultsSchema, payload ?? null, path));
  if (results.length === 0) throw invalid(path, "expected at least one result");
  const known = wait && new Set(wait.request.calls.map((call) => call.callId));
  return results.map(([callId, entry]) => {
    if (known && !known.has(callId)) throw invalid([...path, callId], "this call is not waited for");
    return [callId, toOutcome(entry, [...path, callId])];
  });
}

function toOutcome(entry: Record<string, unknown>, path: PropertyKey[]): Answer {
  const hasError = Object.hasOwn(entry, "error");
  if (hasError === Object.hasOwn(entry, "result")) throw invalid(path, 'expected exactly one of "result" and "error"');
  if (!hasError) return { type: "outcome", outcome: { type: "result", value: entry.result as Json } };
  if (typeof entry.error !== "string") throw invalid([...path, "error"], "expected a text");
  return { type: "outcome", outcome: { type: "error", message: entry.error } };
}

/** Whether an entry can only have answered a frontend wait: an approval's interrupt has the id of its call. */
function isRepeatOfWait({ interruptId, status, payload }: ResumeEntry): boolean {
  if (!interruptId.startsWith(WAIT_ID)) return false;
  return status === "cancelled" || !decisionSchema.safeParse(payload).success;
}
