import { isDeepStrictEqual } from "node:util";
import type { Stored } from "../ground";
import { storedProblems } from "../stored-problems";
import type { CallState, RunState, ThreadState } from "./state";

/** What the rules say and what storage says, where they differ. */
export function differences(rules: ThreadState, stored: ThreadState): string[] {
  if (rules.runs.length !== stored.runs.length) return [`${stored.runs.length} runs instead of ${rules.runs.length}`];
  return rules.runs.flatMap((run, index) => {
    const other = stored.runs[index] as RunState;
    const isLatest = index === rules.runs.length - 1;
    const name = `run ${index} (${run.key})`;
    const differing = (["key", "status", "wait"] as const).filter(
      (field) => !isDeepStrictEqual(run[field], other[field]),
    );
    if (isLatest && run.status !== "cancelled" && run.stepsDone !== other.stepsDone)
      return [`${name}: ${other.stepsDone} steps instead of ${run.stepsDone}`];
    return [
      ...differing.map((field) => `${name}: ${field} is ${json(other[field])} instead of ${json(run[field])}`),
      ...callDifferences(name, run.calls, other.calls, run.status === "failed" && !isLatest),
    ];
  });
}

/** `dangling`: open calls of a failed run are closed when the first inference of a later one has succeeded. */
function callDifferences(name: string, rules: CallState[], stored: CallState[], dangling: boolean): string[] {
  if (rules.length !== stored.length) return [`${name}: ${stored.length} calls instead of ${rules.length}`];
  return rules.flatMap((call, index) => {
    const other = stored[index] as CallState;
    const open = dangling && call.outcome === null && (other.outcome === null || other.outcome === "unknown");
    const fields = (["at", "call", "decision", "outcome"] as const).filter(
      (field) => call[field] !== other[field] && !(open && field === "outcome"),
    );
    return fields.map((field) => `${name} call ${call.at}: ${field} is ${other[field]} instead of ${call[field]}`);
  });
}

/**
 * Whether storage is somewhere on the way from `before` to `after`: what a process that died on this way may have left.
 */
export function strayings(before: ThreadState, stored: ThreadState, after: ThreadState): string[] {
  if (stored.runs.length < before.runs.length && stored.runs.length !== after.runs.length) return ["runs are missing"];
  return stored.runs.flatMap((run, index) => {
    const [from, to] = [before.runs[index], after.runs[index]];
    const name = `run ${index} (${run.key})`;
    if (run.key !== (from ?? to)?.key) return [`${name} is none that was to be`];
    const statuses = ["running", from?.status, to?.status];
    const problems = statuses.includes(run.status)
      ? []
      : [`${name} is ${run.status} instead of ${statuses.join(" or ")}`];
    for (const call of run.calls) {
      const [was, becomes] = [from, to].map((state) => state?.calls.find(({ at }) => at === call.at));
      if (!was && !becomes) problems.push(`${name} has a call at ${call.at} that was not to be`);
      for (const field of ["decision", "outcome"] as const) {
        // The open calls of a failed run are closed by the next one.
        const closed = field === "outcome" && from?.status === "failed" ? ["unknown"] : [];
        const allowed = [null, was?.[field], becomes?.[field], ...closed];
        if (!allowed.includes(call[field])) problems.push(`${name} call ${call.at}: ${field} is ${call[field]}`);
        if (was?.[field] && call[field] === null) problems.push(`${name} call ${call.at}: its ${field} is lost`);
      }
    }
    return problems;
  });
}

/** Storage as a refused request must leave it: everything but the clock's hands. */
export function withoutClock({ runs, ...stored }: Stored): unknown {
  return {
    ...stored,
    runs: runs.map((run) => (run.status === "running" ? { ...run, heartbeatAt: "", silentSeconds: 0 } : run)),
  };
}

/** Watches what must be true whatever happened: remembers what was once seen. */
export class Witness {
  private readonly numbers = new Map<number, string>();
  private readonly executions = new Map<string, number>();
  private readonly accepted = new Map<string, string>();

  ran(callId: string): void {
    this.executions.set(callId, (this.executions.get(callId) ?? 0) + 1);
  }

  /** A client was told that this is accepted. */
  accept(callId: string, word: string): void {
    this.accepted.set(callId, word);
  }

  /** The conversation was deleted: its numbers and ids may begin again. */
  forget(): void {
    for (const memory of [this.numbers, this.executions, this.accepted]) memory.clear();
  }

  /** `every`: the thread's calls, also of answers that were replaced. */
  problems(stored: Stored, every: ThreadState): string[] {
    const problems = storedProblems(stored);
    const newest = Math.max(0, ...this.numbers.keys());
    for (const { number, runId, event } of stored.log) {
      const seen = this.numbers.get(number);
      const now = `${runId} ${event.type}`;
      if (seen === undefined && number <= newest) problems.push(`number ${number} was passed over, and is used now`);
      if (seen !== undefined && seen !== now) problems.push(`number ${number} was "${seen}" and is "${now}"`);
      this.numbers.set(number, now);
    }
    const calls = new Map(every.runs.flatMap((run) => run.calls).map((call) => [call.callId, call]));
    for (const [callId, word] of this.accepted) {
      const call = calls.get(callId);
      if (call?.decision !== word && call?.outcome !== word)
        problems.push(`the accepted "${word}" of ${callId} is lost`);
    }
    for (const [callId, times] of this.executions) {
      if (times > 1) problems.push(`${callId} ran ${times} times`);
      const decision = calls.get(callId)?.decision;
      if (decision?.startsWith("reject")) problems.push(`${callId} ran although it was rejected`);
    }
    for (const { call, callId, outcome } of calls.values()) {
      if (["clock", "pay", "refund"].includes(call) && outcome?.startsWith("result") && !this.executions.has(callId))
        problems.push(`${callId} has a result and never ran`);
      if (call === "refund" && this.executions.has(callId) && calls.get(callId)?.decision !== "approve")
        problems.push(`${callId} ran without approval`);
    }
    const questions = stored.messages.filter((message) => message.role === "user").map((message) => message.id);
    for (const { key } of every.runs) {
      if (questions.filter((id) => id === key).length !== 1)
        problems.push(`question ${key} is there more or less than once`);
    }
    return problems;
  }
}

function json(value: unknown): string {
  return JSON.stringify(value);
}
