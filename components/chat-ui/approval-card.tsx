import { useId, useState } from "react";
import { Button } from "../ui/button";
import { CardBody, CardFrame, Note } from "./tool-card";
import { Arguments } from "./value-view";
import type { CallActions, ViewToolPart } from "./view";

/** Asks a person about a call: what it would do, why they are asked, and their decision with an optional reason. */
export function ApprovalCard({
  part,
  disabled,
  onDecide,
}: {
  part: ViewToolPart;
  disabled: boolean;
  onDecide: CallActions["decide"];
}) {
  const id = useId();
  const [reason, setReason] = useState("");

  function decide(approved: boolean) {
    const text = reason.trim();
    onDecide(part.callId, text ? { approved, reason: text } : { approved });
  }

  return (
    <CardFrame part={part}>
      <CardBody>
        {part.approval?.question && <p className="wrap-anywhere font-medium">{part.approval.question}</p>}
        <Arguments input={part.input} complete />
        <Note part={part} />
        <div className="mt-1 flex flex-col gap-1">
          <label htmlFor={id} className="text-xs text-muted-foreground">
            Reason
          </label>
          <input
            id={id}
            type="text"
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            disabled={disabled}
            maxLength={1_000}
            autoComplete="off"
            placeholder="Optional. The agent reads it."
            className="min-h-11 rounded-lg border border-input bg-background px-3 text-base placeholder:text-muted-foreground sm:min-h-9 sm:text-sm"
          />
        </div>
        <div className="flex flex-wrap gap-2 pt-1 pb-0.5">
          <Button variant="primary" disabled={disabled} onClick={() => decide(true)}>
            Approve
          </Button>
          <Button variant="danger" disabled={disabled} onClick={() => decide(false)}>
            Reject
          </Button>
        </div>
      </CardBody>
    </CardFrame>
  );
}
