import type { AgentInterrupt, PendingCall } from "../../agent/events";
import type { JsonObject } from "../../json";
import type { AgUiInterrupt } from "./wire";

/** Why a client is asked: for a person's decision, for something that the page or an outside system delivers, for time. */
export const CONFIRMATION = "confirmation";
export const WAIT_FOR_EVENT = "neuron:wait_for_event";
export const WAIT_FOR_TIMER = "neuron:wait_for_timer";
/** Event name of a frontend wait, as it comes back after a reload. */
export const TOOL_RESULTS = "tool_results";

const decisionSchema: JsonObject = {
  type: "object",
  properties: { approved: { type: "boolean" }, reason: { type: "string" } },
  required: ["approved"],
};

const resultsSchema: JsonObject = {
  type: "object",
  additionalProperties: { type: "object", properties: { result: {}, error: { type: "string" } } },
};

/** The calls of a wait that have no answer yet, in order. */
export function pendingCalls(interrupt: AgentInterrupt): PendingCall[] {
  return interrupt.request.calls.filter((call) => !Object.hasOwn(interrupt.answers, call.callId));
}

/**
 * What a client has to resume. Approvals are one interrupt per call. A frontend wait is one interrupt for all of its
 * calls; a live client that was handed the calls never sees it, one that reloads does: its executions are gone.
 *
 * No interrupt carries a deadline: once that had passed, older clients would refuse to run the thread ever again.
 */
export function toInterrupts(interrupt: AgentInterrupt): AgUiInterrupt[] {
  switch (interrupt.type) {
    case "approval":
      return pendingCalls(interrupt).map(({ callId, toolName, input, reason }) => ({
        id: callId,
        reason: CONFIRMATION,
        ...(reason && { message: reason }),
        responseSchema: decisionSchema,
        metadata: { callId, name: toolName, input },
      }));
    case "tool-results": {
      const toolCalls = pendingCalls(interrupt).map(({ callId, toolName, input }) => ({
        callId,
        name: toolName,
        input,
      }));
      return [
        {
          id: interrupt.id,
          reason: WAIT_FOR_EVENT,
          message: `Waiting for the page to run: ${toolCalls.map(({ name }) => name).join(", ")}.`,
          responseSchema: resultsSchema,
          metadata: { eventName: TOOL_RESULTS, toolCalls },
        },
      ];
    }
    case "event":
      return [
        {
          id: interrupt.id,
          reason: WAIT_FOR_EVENT,
          message: `Waiting for the event "${interrupt.name ?? ""}".`,
          metadata: { eventName: interrupt.name ?? "" },
        },
      ];
    case "timer":
      return [
        {
          id: interrupt.id,
          reason: WAIT_FOR_TIMER,
          message: "Waiting until a set time.",
          metadata: { ...(interrupt.dueAt && { dueAt: interrupt.dueAt }) },
        },
      ];
  }
}
