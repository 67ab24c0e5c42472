import type { Interrupt, Message, RunAgentInput } from "@ag-ui/client";
import type { CallOutcome } from "@/lib/browser-tools/run-call";
import { CANCELLED } from "../chat-ui/cancelled";
import { findCall, findResult, parseArguments } from "./messages";

/** One call that the agent waits for. */
export interface WaitingCall {
  callId: string;
  toolName: string;
  input: unknown;
  /** Why a person is asked. */
  reason?: string;
}

/**
 * What the agent waits for: decisions; results of calls that this page was handed (`handed`); or of calls that came back
 * with a reload, under the interrupt `interruptId`.
 */
export type Wait =
  | { type: "approval"; calls: WaitingCall[] }
  | { type: "handed"; calls: WaitingCall[] }
  | { type: "reloaded"; calls: WaitingCall[]; interruptId: string };

/** What a person and this page have answered so far. */
export interface Answers {
  decisions: Readonly<Record<string, { approved: boolean; reason?: string }>>;
  outcomes: Readonly<Record<string, CallOutcome>>;
}

type Resume = NonNullable<RunAgentInput["resume"]>;
type ToolMessage = Extract<Message, { role: "tool" }>;

const CONFIRMATION = "confirmation";
const TOOL_RESULTS = "tool_results";

/** What the open interrupts ask for, or else the calls that the last stream handed to this page. */
export function waitOf(
  interrupts: readonly Interrupt[],
  messages: readonly Message[],
  handed: readonly string[],
): Wait | null {
  const approvals = interrupts.filter((interrupt) => interrupt.reason === CONFIRMATION);
  if (approvals.length > 0) return { type: "approval", calls: approvals.map(toApproval) };
  const reloaded = interrupts.find((interrupt) => interrupt.metadata?.eventName === TOOL_RESULTS);
  if (reloaded) return { type: "reloaded", calls: toReloaded(reloaded), interruptId: reloaded.id };
  const calls = handed.flatMap((callId): WaitingCall[] => {
    const call = findCall(messages, callId);
    if (!call || findResult(messages, callId)) return [];
    return [{ callId, toolName: call.function.name, input: parseArguments(call.function.arguments) }];
  });
  return calls.length > 0 ? { type: "handed", calls } : null;
}

function toApproval({ id, message, metadata }: Interrupt): WaitingCall {
  const { name, input } = (metadata ?? {}) as { name?: unknown; input?: unknown };
  return { callId: id, toolName: String(name ?? ""), input, ...(message && { reason: message }) };
}

function toReloaded({ metadata }: Interrupt): WaitingCall[] {
  const calls = metadata?.toolCalls;
  if (!Array.isArray(calls)) return [];
  return calls.map(({ callId, name, input }) => ({ callId: String(callId), toolName: String(name), input }));
}

export function isAnswered(wait: Wait, { callId }: WaitingCall, { decisions, outcomes }: Answers): boolean {
  return wait.type === "approval" ? Object.hasOwn(decisions, callId) : Object.hasOwn(outcomes, callId);
}

export function isComplete(wait: Wait, answers: Answers): boolean {
  return wait.calls.every((call) => isAnswered(wait, call, answers));
}

/**
 * The answers as a request: `resume` entries, or tool messages to be added. What has no answer is cancelled, for a
 * question that is sent instead.
 */
export function toRequest(
  wait: Wait,
  { decisions, outcomes }: Answers,
  createId: () => string,
): { resume?: Resume; results: ToolMessage[] } {
  const outcomeOf = (callId: string) => outcomes[callId] ?? { errorText: CANCELLED };
  switch (wait.type) {
    case "approval":
      return {
        results: [],
        resume: wait.calls.map(({ callId: interruptId }) => {
          const payload = decisions[interruptId];
          return payload ? { interruptId, status: "resolved", payload } : { interruptId, status: "cancelled" };
        }),
      };
    case "reloaded": {
      const payload = Object.fromEntries(
        wait.calls.map(({ callId }) => {
          const outcome = outcomeOf(callId);
          return [callId, "output" in outcome ? { result: outcome.output } : { error: outcome.errorText }];
        }),
      );
      return { results: [], resume: [{ interruptId: wait.interruptId, status: "resolved", payload }] };
    }
    case "handed":
      return {
        results: wait.calls.map(({ callId }) => {
          const outcome = outcomeOf(callId);
          const base = { id: createId(), role: "tool" as const, toolCallId: callId };
          if (!("output" in outcome)) return { ...base, content: outcome.errorText, error: outcome.errorText };
          // Tool content is text; everything else than a text travels as its JSON.
          return {
            ...base,
            content: typeof outcome.output === "string" ? outcome.output : JSON.stringify(outcome.output),
          };
        }),
      };
  }
}
