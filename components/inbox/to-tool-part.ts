import { CANCELLED } from "../chat-ui/cancelled";
import type { ViewToolPart } from "../chat-ui/view";
import type { InboxEntry } from "./inbox-state";

/** The entry as the conversation's own cards show it. */
export function toToolPart({ call, phase, problem, settled }: InboxEntry): ViewToolPart {
  const { callId, toolName, input, reason } = call;
  const question = reason ? { question: reason } : {};
  const part: ViewToolPart = {
    type: "tool",
    callId,
    toolName,
    input,
    state: phase === "approval" ? "approval-requested" : "input-available",
    live: true,
    ...(phase === "approval" && { approval: question }),
    ...(problem && { note: problem }),
  };
  if (!settled) return part;
  if ("elsewhere" in settled) return { ...part, ...settled.elsewhere, live: false };
  const { answer, end } = settled;
  switch (answer.type) {
    case "decision": {
      const { approved, reason: because } = answer;
      const approval = { ...question, approved, ...(because && { reason: because }) };
      return { ...part, state: approved ? "approval-responded" : "output-denied", live: false, approval, ...end };
    }
    case "result":
      return { ...part, state: "output-available", live: false, output: answer.output };
    case "cancel":
      return { ...part, state: "output-error", live: false, errorText: CANCELLED };
  }
}
