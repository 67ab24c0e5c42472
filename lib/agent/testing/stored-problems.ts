import { isLive } from "../../workflow/types";
import type { AgentRun, NumberedAgentEvent } from "../events";
import { type Message, sameOutcome, type ToolOutcome, toolCalls } from "../messages";
import type { Stored } from "./ground";

/** What must be true of a stored thread at every moment, whoever did what to it: every sentence names a breach. */
export function storedProblems({ runs, messages, log }: Stored): string[] {
  const problems: string[] = [];
  if (runs.filter((run) => isLive(run)).length > 1) problems.push("two runs are live");
  for (const [index, { number }] of log.entries()) {
    if (index > 0 && number <= (log[index - 1]?.number ?? 0)) problems.push(`event ${number} does not rise`);
  }
  const shown = messages.filter((message) => message.supersededBy === null);
  const outcomes = outcomesOf(shown, problems);
  for (const run of runs) {
    problems.push(...callProblems(run, shown, outcomes));
    problems.push(
      ...logProblems(
        run,
        messages,
        log.filter((item) => item.runId === run.runId),
      ),
    );
  }
  return problems;
}

function outcomesOf(messages: Message[], problems: string[]): Map<string, ToolOutcome> {
  const outcomes = new Map<string, ToolOutcome>();
  for (const block of messages.flatMap((message) => message.blocks)) {
    if (block.type !== "tool-result") continue;
    if (outcomes.has(block.callId)) problems.push(`call ${block.callId} has two outcomes`);
    outcomes.set(block.callId, block.outcome);
  }
  return outcomes;
}

function callProblems(run: AgentRun, shown: Message[], outcomes: Map<string, ToolOutcome>): string[] {
  const calls = shown.filter((message) => message.runId === run.runId).flatMap(toolCalls);
  const isOver = run.status === "completed" || run.status === "cancelled";
  return calls.flatMap((call) => {
    const outcome = outcomes.get(call.callId);
    if (isOver && !outcome) return [`call ${call.callId} of a ${run.status} run is open`];
    const rejected = call.approval?.decision?.approved === false;
    if (rejected && outcome?.type !== "rejected")
      return [`call ${call.callId} was rejected, and its outcome is another`];
    return [];
  });
}

/** How often each of these may be said of one call in the log of its run. */
const ONCE = ["tool-call", "approval-requested", "approval-responded", "tool-result"] as const;

function logProblems(run: AgentRun, messages: Message[], log: NumberedAgentEvent[]): string[] {
  const problems: string[] = [];
  const said = new Map<string, number>();
  const open = new Set<string>();
  const results = new Map<string, ToolOutcome>();
  for (const { event } of log) {
    for (const type of ONCE) if (event.type === type) count(`${type} of ${event.callId}`);
    if (event.type === "calls-dispatched") for (const call of event.calls) count(`dispatch of ${call.callId}`);
    if (event.type === "tool-result") results.set(event.callId, event.outcome);
    if (event.type === "text-start") open.add(event.id);
    if (event.type === "text-delta" && !open.has(event.id)) problems.push(`a delta of ${event.id} has no start`);
    if (event.type === "text-end" && !open.delete(event.id)) problems.push(`an end of ${event.id} has no start`);
  }
  function count(what: string): void {
    const times = (said.get(what) ?? 0) + 1;
    said.set(what, times);
    if (times === 2) problems.push(`the log of ${run.runId} says twice: ${what}`);
  }
  if (run.status === "completed" && open.size > 0) problems.push(`${[...open].join()} of a completed run has no end`);
  const own = messages.filter((message) => message.runId === run.runId && message.supersededBy === null);
  for (const block of own.flatMap((message) => message.blocks)) {
    if (block.type !== "tool-result") continue;
    const logged = results.get(block.callId);
    // What closes an earlier run's calls is written by the next run, and is no event of either. A step that is entered
    // again says again what it had stored.
    if (
      !logged &&
      run.status !== "running" &&
      own.some((message) => toolCalls(message).some((call) => call.callId === block.callId))
    )
      problems.push(`the log of ${run.runId} lacks the outcome of ${block.callId}`);
    if (logged && !sameOutcome(logged, block.outcome))
      problems.push(`the log of ${run.runId} has another outcome of ${block.callId} than storage`);
  }
  return problems;
}
