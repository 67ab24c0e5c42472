import type { ViewToolPart } from "../chat-ui/view";

/** An interrupt of AG-UI, as far as an approval is concerned. */
export interface Interrupt {
  id: string;
  message?: string | null | undefined;
  metadata?: Record<string, unknown> | null | undefined;
}

export interface Decision {
  approved: boolean;
  reason?: string;
}

/** The call that an approval is about: its interrupt has the call's id, and carries its name and input. */
export function toApprovalPart({ id, message, metadata }: Interrupt, decision: Decision | undefined): ViewToolPart {
  return {
    type: "tool",
    callId: id,
    toolName: typeof metadata?.name === "string" ? metadata.name : "Approval",
    state: decision ? "approval-responded" : "approval-requested",
    input: metadata?.input,
    approval: { ...(message ? { question: message } : {}), ...decision },
    live: true,
  };
}
