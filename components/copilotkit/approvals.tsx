import { useInterrupt } from "@copilotkit/react-core/v2";
import { useState } from "react";
import { ToolPart } from "../chat-ui/tool-part";
import { type Decision, type Interrupt, toApprovalPart } from "./to-approval-part";

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
