import type { LengthNote } from "./text-limit";

/** Says under a field that its text is too long. */
export function LengthWarning({ note }: { note: (LengthNote & { id: string }) | null }) {
  return (
    <>
      {note && (
        <p id={note.id} className="px-2 text-xs text-danger">
          {note.text}
        </p>
      )}
      {/* It stands here before it has something to say: what appears together with its text is not announced. */}
      <span aria-live="polite" className="sr-only">
        {note?.announcement}
      </span>
    </>
  );
}
