/** An id for a thread that begins here: 96 random bits, like those that the server makes (`lib/ids.ts`). */
export function newThreadId(): string {
  // Not `randomUUID`: that needs https or localhost, and a first look from a phone has neither.
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return `thread_${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
