import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Button } from "../ui/button";
import { sendsOnKey } from "./composer";
import { LengthWarning } from "./length-warning";
import { useTextLimit } from "./text-limit";

/** Changes the last question. Sending it replaces the answer. */
export default function EditQuestion({
  text,
  hasEffects,
  onSend,
  onCancel,
}: {
  text: string;
  /** The answer that goes has called tools. */
  hasEffects: boolean;
  onSend(text: string): void;
  onCancel(): void;
}) {
  const [draft, setDraft] = useState(text);
  const field = useRef<HTMLTextAreaElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const limit = useTextLimit({ draft, canAttach: false, onChange: setDraft });
  const sendable = draft.trim() !== "" && !limit.note?.invalid;

  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
  }, []);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (sendable) onSend(draft.trim());
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key === "Escape") onCancel();
    if (!sendsOnKey(event.nativeEvent)) return;
    event.preventDefault();
    form.current?.requestSubmit();
  }

  return (
    <form ref={form} onSubmit={submit} className="flex w-full max-w-[85%] flex-col gap-2 self-end">
      <textarea
        ref={field}
        aria-label="Edit message"
        rows={Math.min(8, draft.split("\n").length + 1)}
        value={draft}
        {...limit.field}
        onChange={(event) => limit.change(event.target.value)}
        onPaste={limit.paste}
        onKeyDown={onKeyDown}
        className="w-full resize-y rounded-2xl border border-input bg-background px-3.5 py-2 text-base leading-relaxed sm:text-[0.9375rem]"
      />
      <LengthWarning note={limit.note} />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p className="mr-auto text-xs text-muted-foreground">
          {hasEffects ? "The answer is replaced; what its tools did stays done." : "The answer is replaced."}
        </p>
        <Button onClick={onCancel}>Keep as it was</Button>
        <Button variant="primary" type="submit" disabled={!sendable}>
          Ask again
        </Button>
      </div>
    </form>
  );
}
