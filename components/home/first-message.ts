import { createSessionCopy } from "@/lib/browser-tools/session-copy";

const firstMessages = createSessionCopy({
  name: "first-message",
  version: 1,
  isValid: (value): value is string => typeof value === "string" && value.trim() !== "",
});

/** Leaves a question for the page of a new thread, which sends it as soon as it can. Stays in this tab. */
export function leaveFirstMessage(threadId: string, text: string): void {
  firstMessages.save(threadId, text);
}

/** The question that was left for this thread. It is given out once: a reload finds nothing to send again. */
export function takeFirstMessage(threadId: string): string | null {
  const text = firstMessages.load(threadId);
  if (text !== null) firstMessages.clear(threadId);
  return text;
}
