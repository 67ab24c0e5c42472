import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "../ui/button";

/** Characters that the server takes for a title. */
const TITLE_LIMIT = 120;

/** Gives a thread another title. */
export function RenameForm({
  title,
  busy,
  onRename,
  onCancel,
}: {
  title: string;
  busy: boolean;
  onRename(title: string): void;
  onCancel(): void;
}) {
  const [text, setText] = useState(title);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);

  function submit(event: FormEvent) {
    event.preventDefault();
    const wanted = text.trim();
    if (wanted === title) onCancel();
    else if (wanted !== "") onRename(wanted);
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-1.5">
      <input
        ref={field}
        aria-label="Title"
        value={text}
        onChange={(event) => setText(event.target.value)}
        maxLength={TITLE_LIMIT}
        autoComplete="off"
        className="min-h-9 w-full rounded-lg border border-input bg-background px-2.5 text-sm pointer-coarse:min-h-11 pointer-coarse:text-base"
      />
      <div className="flex gap-1.5">
        <Button variant="primary" type="submit" disabled={busy || text.trim() === ""} className="flex-1">
          {busy ? "Saving…" : "Save"}
        </Button>
        <Button disabled={busy} onClick={onCancel} className="flex-1">
          Cancel
        </Button>
      </div>
    </form>
  );
}
