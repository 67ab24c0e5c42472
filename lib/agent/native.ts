import { AppError } from "../errors";
import type { Json } from "../json";
import type { NativeDecision, NativeResult } from "./api";
import type { Answer } from "./events";
import type { Submission } from "./protocol";

/** Native result map → submission (seeds, "Native application payloads"): exactly one of `result` and `error`. */
export function resultsSubmission(results: Record<string, NativeResult>): Submission {
  const answers: Record<string, Answer> = Object.create(null);
  for (const [callId, entry] of Object.entries(results)) {
    const hasResult = Object.hasOwn(entry, "result");
    const hasError = Object.hasOwn(entry, "error");
    if (hasResult === hasError)
      throw new AppError("invalid-input", `results.${callId}: give exactly one of "result" and "error".`);
    if ("error" in entry && hasError) {
      if (typeof entry.error !== "string")
        throw new AppError("invalid-input", `results.${callId}.error: expected a text.`);
      answers[callId] = { type: "outcome", outcome: { type: "error", message: entry.error } };
    } else {
      answers[callId] = { type: "outcome", outcome: { type: "result", value: (entry as { result: Json }).result } };
    }
  }
  return nonEmpty("results", answers);
}

/** Native decision map → submission: `approve`, `reject`, or `["reject", reason]`. */
export function decisionsSubmission(decisions: Record<string, NativeDecision>): Submission {
  const answers: Record<string, Answer> = Object.create(null);
  for (const [callId, decision] of Object.entries(decisions)) {
    if (decision === "approve") answers[callId] = { type: "approval", approved: true };
    else if (decision === "reject") answers[callId] = { type: "approval", approved: false };
    else if (Array.isArray(decision) && decision[0] === "reject" && typeof decision[1] === "string") {
      answers[callId] = { type: "approval", approved: false, reason: decision[1] };
    } else
      throw new AppError("invalid-input", `decisions.${callId}: expected "approve", "reject" or ["reject", reason].`);
  }
  return nonEmpty("decisions", answers);
}

function nonEmpty(name: string, answers: Record<string, Answer>): Submission {
  if (Object.keys(answers).length === 0) throw new AppError("invalid-input", `${name}: the map is empty.`);
  return { answers, strict: true };
}
