import { Button } from "../ui/button";
import { CardBody, CardFrame, Decision, Note } from "./tool-card";
import { Arguments } from "./value-view";
import type { CallActions, ViewToolPart } from "./view";

/** A call that waits for the page and that this page did not start: after a reload, or in another tab. */
export function WaitingCard({
  part,
  disabled,
  onRun,
  onCancel,
}: {
  part: ViewToolPart;
  disabled: boolean;
  onRun: CallActions["run"];
  onCancel: CallActions["cancel"];
}) {
  return (
    <CardFrame part={part}>
      <CardBody>
        <Arguments input={part.input} complete />
        <Decision part={part} />
        <p className="text-muted-foreground">The agent waits for the result. It was not started here.</p>
        <Note part={part} />
        <div className="flex flex-wrap gap-2 pt-1 pb-0.5">
          <Button variant="primary" disabled={disabled} onClick={() => onRun(part.callId)}>
            Run now
          </Button>
          <Button disabled={disabled} onClick={() => onCancel(part.callId)}>
            Cancel
          </Button>
        </div>
      </CardBody>
    </CardFrame>
  );
}
