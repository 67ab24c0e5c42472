import { createSessionCopy } from "@/lib/browser-tools/session-copy";

/** What the clients keep in the tab, by the names that they give it. */
const COPIES = [
  "ai-sdk-messages", // only with ai-sdk
  "ag-ui-messages", // only with agui
  "copilotkit-messages", // only with copilotkit
  "first-message",
];

/** Removes what this tab still holds of a thread that the server has deleted: its ids may come again. */
export async function forgetThread(threadId: string): Promise<void> {
  for (const name of COPIES) {
    createSessionCopy({ name, version: 0, isValid: (value): value is never => value === undefined }).clear(threadId);
  }
  // With it come the handlers of the browser tools, which only the pages that run them need at once.
  const { callRunnerFor } = await import("@/lib/browser-tools/run-call");
  callRunnerFor(threadId).forget();
}
