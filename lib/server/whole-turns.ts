import type { Message } from "../agent/messages";

interface Page {
  messages: Message[];
  more: boolean;
}

/** Most messages that one page may take to reach the start of a long run. */
const CEILING = 1000;

/**
 * A page of the transcript that starts where a run does. A client shows a run as one message: half of one would come
 * with another identity and could not be joined to its other half. What a cut run has on this page is left to the next
 * one, or, when nothing else is on it, the page grows.
 */
export async function wholeTurns<P extends Page>(
  load: (page: { limit: number; before?: string }) => Promise<P>,
  page: { limit: number; before?: string },
): Promise<P> {
  for (let limit = page.limit; ; limit = Math.min(limit * 4, CEILING)) {
    const loaded = await load({ ...page, limit });
    if (!loaded.more) return loaded;
    const start = startOfRun(loaded.messages);
    if (start > 0 || limit >= CEILING) return { ...loaded, messages: loaded.messages.slice(Math.max(start, 0)) };
    if (start === 0) return loaded;
  }
}

/** Index of the first message with which a run surely starts; -1 when the page lies inside one run. */
function startOfRun(messages: Message[]): number {
  const [first] = messages;
  if (!first || first.role === "user") return 0;
  return messages.findIndex((message) => message.runId !== first.runId);
}
