import { type ClipboardEvent, useId, useState } from "react";
import { TEXT_LIMIT } from "@/lib/protocols/limits.schema";

/**
 * Characters that a field takes at all. Beyond what can be sent, so that a text can be put in and shortened; but a browser
 * lays out a field's whole text for every key, which with millions of characters stops the page for seconds.
 */
export const FIELD_LIMIT = 4 * TEXT_LIMIT;

const count = (characters: number) => characters.toLocaleString("en");

/** What is wrong with a text's length, and what to do about it. */
export interface LengthNote {
  text: string;
  /** Says the same while a person goes on typing, so that it is heard once. */
  announcement: string;
  /** The field's own text is too long to send. */
  invalid: boolean;
}

/** @param refused length of a text that the field has not taken */
export function lengthNote(
  draft: string,
  { refused, canAttach }: { refused: number | null; canAttach: boolean },
): LengthNote | null {
  const length = draft.trim().length;
  const invalid = length > TEXT_LIMIT;
  const advice = canAttach ? "shorten it, or attach the text as a file" : "shorten it";
  if (refused !== null) {
    const advice = canAttach ? "Attach it as a file, or insert less of it." : "Insert less of it at a time.";
    const sizes = `the message would have ${count(refused)} characters, and at most ${count(TEXT_LIMIT)} can be sent`;
    const text = `The text was not inserted: ${sizes}. ${advice}`;
    return { text, announcement: text, invalid };
  }
  if (!invalid) return null;
  return {
    text: `The message has ${count(length)} characters, and at most ${count(TEXT_LIMIT)} can be sent: ${advice}.`,
    announcement: `The message is too long to send: ${advice}.`,
    invalid,
  };
}

/** Keeps a field to a length that its page can bear, and says when its text is too long to send. */
export function useTextLimit({
  draft,
  canAttach,
  onChange,
}: {
  draft: string;
  canAttach: boolean;
  onChange(text: string): void;
}) {
  const id = useId();
  const [refused, setRefused] = useState<{ length: number; draft: string } | null>(null);
  // With the next change it is no longer news.
  const note = lengthNote(draft, { refused: refused?.draft === draft ? refused.length : null, canAttach });
  return {
    note: note && { ...note, id },
    field: { "aria-invalid": note?.invalid || undefined, "aria-describedby": note ? id : undefined },
    /** A text that was already too long may get shorter, step by step. */
    change(text: string): void {
      if (text.length <= Math.max(FIELD_LIMIT, draft.length)) onChange(text);
      else setRefused({ length: text.length, draft });
    },
    /** Here a text is refused before the browser has put it into the field and laid it out. */
    paste(event: ClipboardEvent<HTMLTextAreaElement>): void {
      const { selectionStart, selectionEnd, value } = event.currentTarget;
      const length = value.length - (selectionEnd - selectionStart) + event.clipboardData.getData("text/plain").length;
      if (length <= FIELD_LIMIT) return;
      event.preventDefault();
      setRefused({ length, draft });
    },
  };
}
