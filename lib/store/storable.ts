import { AppError } from "../errors";

/** An index entry holds about 2,700 bytes, and an id stands beside another key. */
const MAX_ID_BYTES = 2_000;
const MAX_TITLE_LENGTH = 120;

// PostgreSQL's text has no NUL, and UTF-8 has no lone surrogates: both would fail, or come back as something else.
const UNSTORABLE = /[\0\p{Surrogate}]/u;
const EVERY_UNSTORABLE = /[\0\p{Surrogate}]/gu;

/** Whether an id can be in the database at all. */
export function isStorableId(id: string): boolean {
  return !UNSTORABLE.test(id) && Buffer.byteLength(id) <= MAX_ID_BYTES;
}

/** @throws AppError `invalid-input` for an id that cannot be stored */
export function checkId(id: string, what: string): void {
  if (!isStorableId(id)) {
    throw new AppError("invalid-input", `The ${what} is longer than ${MAX_ID_BYTES} bytes or has illegal characters.`);
  }
}

/** A title without characters that text cannot hold, at most 120 characters long. */
export function toTitle(title: string): string {
  return Array.from(title.replace(EVERY_UNSTORABLE, "")).slice(0, MAX_TITLE_LENGTH).join("").trim();
}
