import { useEffect, useState } from "react";
import { chosenModel, setChosenModel } from "../thread-api/chosen-model";
import type { ModelOffer } from "./model-offer";

/** Chooses the model that answers from the next question on. Loaded by its composer, and only where there is a choice. */
export default function ModelPicker({
  offer: { threadId, ids, current },
  disabled,
}: {
  offer: ModelOffer;
  disabled: boolean;
}) {
  const [model, setModel] = useState(() => chosenModel(threadId) ?? current);
  // What is shown is what is sent, whatever another page does with the thread meanwhile.
  useEffect(() => setChosenModel(threadId, model), [threadId, model]);
  return (
    <select
      aria-label="Model"
      value={model}
      onChange={(event) => setModel(event.target.value)}
      disabled={disabled}
      className="min-h-11 min-w-0 max-w-48 truncate rounded-lg bg-background px-2 text-xs text-muted-foreground not-disabled:hover:bg-muted not-disabled:hover:text-foreground sm:min-h-9 pointer-coarse:min-h-11"
    >
      {ids.map((id) => (
        <option key={id}>{id}</option>
      ))}
    </select>
  );
}
