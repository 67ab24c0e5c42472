import type { Said } from "./commands";
import type { CallState, RunState } from "./state";
import { rejectedWord } from "./state";
import { latest, type World } from "./world";

/** One answer of a request: the call that it names (`null`: the thread has no such call), and what it says. */
export interface Named {
  call: CallState | null;
  said: Said;
}

export interface Verdict {
  /** Codes with which the request may be refused; none when it is fine. */
  refusals: string[];
  /** Answers that are new. */
  fresh: { call: CallState; said: Said }[];
  repeats: number;
}

export function decisionWord(said: Said & { type: "decision" }): string {
  return said.approved ? "approve" : rejectedWord(said.reason);
}

export function saidOutcome(said: Exclude<Said, { type: "decision" }>): string {
  return said.type === "result" ? `result: ${said.value}` : `error: ${said.message}`;
}

/**
 * What the contract makes of answers (promises 1, 2 and 4). `strict`: a native map, which one unknown id refuses;
 * otherwise an envelope, whose ids outside the wait are history.
 */
export function judge(run: RunState, named: Named[], strict: boolean): Verdict {
  const verdict: Verdict = { refusals: [], fresh: [], repeats: 0 };
  const unknown = run.wait ? "no-match" : "no-run";
  for (const { call, said } of named) {
    const own = call && run.calls.includes(call) ? call : null;
    const asked = own !== null && (run.wait?.calls.includes(own.at) ?? false);
    const standing = own ? standingOf(own, said) : null;
    if (own === null) {
      if (strict) verdict.refusals.push(unknown);
    } else if (standing === "same") verdict.repeats += 1;
    else if (standing === "different") {
      if (strict || asked || !run.wait) verdict.refusals.push("conflict");
    } else if (!asked) {
      if (strict || run.wait?.type === "approval") verdict.refusals.push(run.wait ? "wrong-phase" : unknown);
    } else if ((run.wait?.type === "approval") !== (said.type === "decision")) verdict.refusals.push("wrong-phase");
    else verdict.fresh.push({ call: own, said });
  }
  if (verdict.refusals.length === 0 && verdict.fresh.length === 0 && verdict.repeats === 0)
    verdict.refusals.push(unknown);
  return verdict;
}

/** Whether the call already has this very answer, another one, or none. */
function standingOf(call: CallState, said: Said): "same" | "different" | "open" {
  if (said.type === "decision") {
    if (call.decision !== null) return call.decision === decisionWord(said) ? "same" : "different";
    return call.outcome === null ? "open" : "different";
  }
  if (call.outcome === null) return "open";
  return call.outcome === saidOutcome(said) ? "same" : "different";
}

/** Stores new answers; the wait's own bookkeeping included. */
export function accept(run: RunState, fresh: Verdict["fresh"]): void {
  for (const { call, said } of fresh) {
    run.wait?.answered.push(call.at);
    if (said.type === "decision") {
      call.decision = decisionWord(said);
      if (!said.approved) call.outcome = rejectedWord(said.reason);
    } else call.outcome = saidOutcome(said);
  }
}

export function isComplete(run: RunState): boolean {
  return run.wait?.calls.every((at) => run.wait?.answered.includes(at)) ?? false;
}

/** Calls that a request may name. */
export function callsAmong(world: World, among: "open" | "others"): CallState[] {
  const run = latest(world);
  const open = (run?.calls ?? []).filter(
    (call) => run?.wait?.calls.includes(call.at) && !run.wait.answered.includes(call.at),
  );
  return among === "open"
    ? open
    : world.thread.runs.flatMap((other) => other.calls).filter((call) => !open.includes(call));
}
