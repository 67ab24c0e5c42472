import { isErrorOutcome, type Message, outcomesByCall, outcomeText, type ToolOutcome, toolCalls } from "../../messages";
import { UNKNOWN_OUTCOME } from "../../prompt";
import type { Stored } from "../ground";
import { PLANNED_CALLS, type PlannedCall } from "../plan";

/** A thread as the rules speak of it: what storage says, without how it says it. */
export interface ThreadState {
  runs: RunState[];
}

export interface RunState {
  /** Tag of the question that it answers. */
  key: string;
  status: "running" | "suspended" | "completed" | "failed" | "cancelled";
  /** Model steps that are part of the history. */
  stepsDone: number;
  calls: CallState[];
  /** Calls by their place. */
  wait: null | { type: "approval" | "tool-results"; calls: string[]; answered: string[] };
}

export interface CallState {
  /** Step and place in the step: `0.1`. What a call is named before anybody has seen its id. */
  at: string;
  /** `""` until somebody has. */
  callId: string;
  call: PlannedCall;
  /** `approve`, `reject` or `reject: <reason>`. */
  decision: string | null;
  /** As {@link outcomeWord} puts it. */
  outcome: string | null;
  /** A server tool that had begun when its process died: nobody knows what it did. */
  begun: boolean;
}

/** An outcome as the rules tell one from another. */
export function outcomeWord(outcome: ToolOutcome): string {
  if (outcome.type === "rejected") return rejectedWord(outcome.reason);
  if (outcome.type === "stopped" || outcome.type === "cancelled") return outcome.type;
  const text = outcomeText(outcome);
  if (!isErrorOutcome(outcome)) return `result: ${text}`;
  if (text === outcomeText(UNKNOWN_OUTCOME)) return "unknown";
  return text.startsWith("There is no tool") ? "invalid" : `error: ${text}`;
}

export function rejectedWord(reason: string | undefined): string {
  return reason ? `reject: ${reason}` : "reject";
}

/** What storage says, in the words of the rules. */
export function toThreadState({ runs, messages, memos }: Stored): ThreadState {
  const shown = messages.filter((message) => message.supersededBy === null);
  const outcomes = outcomesByCall(shown);
  return {
    runs: runs.map((run) => {
      const steps = shown.filter((message) => message.runId === run.runId && isStep(message));
      const calls = steps.flatMap((message, step) =>
        toolCalls(message).map((block, index): CallState => {
          const outcome = outcomes.get(block.callId);
          const decision = block.approval?.decision;
          return {
            at: `${step}.${index}`,
            callId: block.callId,
            call: callOf(block.toolName, block.input),
            decision: decision ? (decision.approved ? "approve" : rejectedWord(decision.reason)) : null,
            outcome: outcome ? outcomeWord(outcome) : null,
            begun: !outcome && memos[`call:${block.callId}`] !== undefined,
          };
        }),
      );
      const at = (callId: string) => calls.find((call) => call.callId === callId)?.at ?? callId;
      const wait = run.status === "suspended" ? run.interrupt : null;
      return {
        key: run.key,
        status: run.status,
        stepsDone: steps.length,
        calls,
        wait: wait && {
          type: wait.type === "approval" ? "approval" : "tool-results",
          calls: wait.request.calls.map((call) => at(call.callId)),
          answered: Object.keys(wait.answers).map(at),
        },
      };
    }),
  };
}

/** The note between an unanswered question and the next one is no step of the model's. */
function isStep(message: Message): boolean {
  return message.role === "assistant" && message.inContext && !message.id.endsWith("_interrupted");
}

function callOf(toolName: string, input: unknown): PlannedCall {
  const names = Object.keys(PLANNED_CALLS) as PlannedCall[];
  const found = names.find((name) => {
    const planned = PLANNED_CALLS[name];
    return planned.toolName === toolName && JSON.stringify(planned.input) === JSON.stringify(input);
  });
  if (!found) throw new Error(`Nobody planned to call ${toolName}.`);
  return found;
}
