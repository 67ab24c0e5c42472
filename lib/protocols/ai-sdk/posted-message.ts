import { z } from "zod";
import type { ToolOutcome } from "../../agent/messages";
import type { Json } from "../../json";

/** An assistant message as a client sent it back. An AI SDK `UIMessage` is one; nothing in it is trusted. */
export interface PostedMessage {
  id: string;
  parts: readonly { type: string }[];
}

/** One tool part of a posted message, by what it says about its call. */
export interface PostedCall {
  callId: string;
  /** The AI SDK's part state, or whatever the client made of it. */
  state: string;
  /** Only ever compared with ours, to tell whether the client has all of it. */
  input: unknown;
  /** Present in the output states. */
  outcome: ToolOutcome | null;
  approvalId: string | null;
  decision: { approved: boolean; reason?: string } | null;
}

const approvalSchema = z.looseObject({
  id: z.string().nullish(),
  approved: z.boolean().nullish(),
  reason: z.string().nullish(),
});

/** What of a tool part is read: never its tool name. */
export const postedToolPartSchema = z.looseObject({
  type: z.string(),
  toolCallId: z.string().min(1).max(256),
  state: z.string(),
  errorText: z.string().nullish(),
  preliminary: z.boolean().nullish(),
  approval: approvalSchema.nullish(),
});

type PostedToolPart = z.output<typeof postedToolPartSchema>;

export function isPostedToolPart(part: { type: string }): boolean {
  return part.type === "dynamic-tool" || part.type.startsWith("tool-");
}

/** The tool parts of a posted message, in order. Parts that make no sense say nothing. */
export function postedCalls(message: PostedMessage): PostedCall[] {
  return message.parts.filter(isPostedToolPart).flatMap((part) => {
    const parsed = postedToolPartSchema.safeParse(part);
    return parsed.success ? [toPostedCall(parsed.data)] : [];
  });
}

/** Model steps that the posted message holds: a closing step of ours (`data-run`) is none. */
export function postedSteps(message: PostedMessage): number {
  let steps = 0;
  let open = false;
  for (const part of message.parts) {
    if (part.type === "step-start") {
      steps += 1;
      open = true;
    } else if (part.type === "data-run" && open) {
      steps -= 1;
      open = false;
    }
  }
  return steps;
}

/** Whether the last step of the posted message has tool parts. */
export function endsOnCalls(message: PostedMessage): boolean {
  const lastStep = message.parts.findLastIndex((part) => part.type === "step-start");
  return message.parts.slice(lastStep + 1).some(isPostedToolPart);
}

function toPostedCall(part: PostedToolPart): PostedCall {
  return {
    callId: part.toolCallId,
    state: part.state,
    input: part.input,
    outcome: outcomeOf(part),
    approvalId: part.approval?.id ?? null,
    decision: decisionOf(part),
  };
}

function outcomeOf(part: PostedToolPart): ToolOutcome | null {
  switch (part.state) {
    case "output-available":
      if (part.preliminary) return null;
      // Absent and `undefined` are the same answer: a handler that returned nothing.
      return part.output === undefined ? { type: "result" } : { type: "result", value: part.output as Json };
    case "output-error":
      return { type: "error", message: part.errorText || "The tool failed without saying why." };
    case "output-denied":
      return { type: "rejected", ...(part.approval?.reason && { reason: part.approval.reason }) };
    default:
      return null;
  }
}

function decisionOf(part: PostedToolPart): PostedCall["decision"] {
  // `output-denied` is a rejection even where the client lost the approval itself.
  const approved = part.state === "output-denied" ? false : part.approval?.approved;
  if (typeof approved !== "boolean") return null;
  return { approved, ...(part.approval?.reason && { reason: part.approval.reason }) };
}
