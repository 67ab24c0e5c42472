import { useInterrupt } from "@copilotkit/react-core/v2";
import { useState } from "react";
import { ToolPart } from "../chat-ui/tool-part";
import type { ViewToolPart } from "../chat-ui/view";

/** An interrupt of AG-UI, as far as an approval is concerned. */
interface Interrupt {
  id: string;
  message?: string | null | undefined;
  metadata?: Record<string, unknown> | null | undefined;
}

interface Decision {
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

/** CopilotKit answers all approvals of a step in one request: the first decisions wait here for the last one. */
function ApprovalCards({
  interrupts,
  resolve,
}: {
  interrupts: readonly Interrupt[];
  resolve(payload: Decision, interruptId: string): unknown;
}) {
  const [decisions, setDecisions] = useState<Readonly<Record<string, Decision>>>({});
  const decide = (callId: string, decision: Decision) => {
    if (decisions[callId]) return;
    setDecisions({ ...decisions, [callId]: decision });
    void resolve(decision, callId);
  };
  const actions = { decide, answer: () => undefined, run: () => undefined, cancel: () => undefined };
  return (
    <div className="flex flex-col gap-3">
      {interrupts.map((interrupt) => (
        <ToolPart
          key={interrupt.id}
          part={toApprovalPart(interrupt, decisions[interrupt.id])}
          actions={actions}
          disabled={false}
        />
      ))}
    </div>
  );
}

/** The run's open approvals, shown by CopilotChat behind the last message. */
export function Approvals() {
  useInterrupt({
    render: ({ interrupts, resolve }) => (
      // Cards of another wait are other cards.
      <ApprovalCards key={interrupts.map(({ id }) => id).join()} interrupts={interrupts} resolve={resolve} />
    ),
  });
  return null;
}
