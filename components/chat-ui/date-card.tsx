import { type FormEvent, useId, useState } from "react";
import { Button } from "../ui/button";
import { CardBody, CardFrame, Note } from "./tool-card";
import type { CallActions, ViewToolPart } from "./view";

/** The arguments of a `pick_date` call, with fallbacks while they still stream in. */
function argumentsOf(input: unknown): { label: string; earliest: string } {
  const { label, earliest } = Object(input) as Record<string, unknown>;
  return {
    label: typeof label === "string" && label.trim() !== "" ? label : "Date",
    earliest: typeof earliest === "string" ? earliest : today(),
  };
}

/** `YYYY-MM-DD` where the person is. */
function today(): string {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

/** Lets a person answer `pick_date`. The answer is the date as `YYYY-MM-DD`. */
export function DateCard({
  part,
  disabled,
  onAnswer,
  onCancel,
}: {
  part: ViewToolPart;
  disabled: boolean;
  onAnswer: CallActions["answer"];
  onCancel: CallActions["cancel"];
}) {
  const id = useId();
  const [date, setDate] = useState("");
  const { label, earliest } = argumentsOf(part.input);

  function submit(event: FormEvent) {
    event.preventDefault();
    onAnswer(part.callId, date);
  }

  return (
    <CardFrame part={part}>
      <CardBody>
        <form onSubmit={submit} className="flex flex-col gap-1">
          <label htmlFor={id} className="wrap-anywhere font-medium">
            {label}
          </label>
          <input
            id={id}
            type="date"
            required
            min={earliest}
            value={date}
            onChange={(event) => setDate(event.target.value)}
            disabled={disabled}
            className="min-h-11 max-w-56 rounded-lg border border-input bg-background px-3 text-base sm:min-h-9 sm:text-sm"
          />
          <Note part={part} />
          <div className="flex flex-wrap gap-2 pt-2 pb-0.5">
            <Button variant="primary" type="submit" disabled={disabled}>
              Use this date
            </Button>
            <Button disabled={disabled} onClick={() => onCancel(part.callId)}>
              Cancel
            </Button>
          </div>
        </form>
      </CardBody>
    </CardFrame>
  );
}
