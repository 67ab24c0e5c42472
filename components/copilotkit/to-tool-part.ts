import type { Message } from "@copilotkit/react-core/v2";
import { isAnsweredByPerson } from "@/lib/browser-tools/tool-traits";
import type { ViewToolPart } from "../chat-ui/view";
import { readApproval, readResult } from "../thread-api/read-result";
import { findCall, findResult, newestTurn, parseArguments } from "./agent-messages";
import type { ThreadState } from "./thread-state";

/** The thread as far as it decides how a call is shown. */
export interface CallContext {
  messages: readonly Message[];
  reading: boolean;
  state: Pick<ThreadState, "working" | "notes" | "running" | "asking" | "restored">;
}

/** A call as the shared cards show it. `args`: CopilotKit's reading of arguments that may be incomplete. */
export function toToolPart(
  { callId, toolName, args }: { callId: string; toolName: string; args: unknown },
  { messages, reading, state }: CallContext,
): ViewToolPart {
  const live = findCall(newestTurn(messages), callId) !== undefined;
  const call = findCall(messages, callId);
  const note = state.notes[callId];
  const base = { type: "tool", callId, toolName, live, ...readApproval(call), ...(note && { note }) } as const;
  const result = findResult(messages, callId);
  if (result) return { ...base, input: args, ...readResult(result.content, result) };
  const input = parseArguments(call?.function.arguments ?? "");
  if (input === undefined) return { ...base, state: "input-streaming", input: args };
  const waiting = { ...base, state: "input-available", input } as const;
  if (state.running.has(callId)) return { ...waiting, browser: "running" };
  // A card without its waiting handler could not be answered.
  if (isAnsweredByPerson(toolName))
    return state.asking.has(callId) ? waiting : { ...waiting, state: "input-streaming" };
  // A handler whose turn comes belongs to the turn that is on its way.
  const idle = state.restored && !reading && !state.working;
  return live && idle ? { ...waiting, browser: "unstarted" } : waiting;
}
