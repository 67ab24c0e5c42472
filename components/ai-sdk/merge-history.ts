import type { UIMessage } from "ai";
import type { ThreadHistory, WaitingCall } from "../thread-api/threads";
import { keepAnswers } from "./calls";

/**
 * The page's conversation after the server has told its newest page: the server's word, with the older messages that
 * were loaded before it, and with the answers that only this page knows so far.
 */
export function mergeHistory(
  { messages, before }: Pick<ThreadHistory<UIMessage>, "messages" | "before">,
  local: UIMessage[],
  waiting: WaitingCall[],
): UIMessage[] {
  // Where the server has nothing older, what the copy has before its first message is a thread that has been deleted.
  const older = before ? olderThan(messages[0], local) : [];
  return reuseUnchanged([...older, ...keepAnswers(messages, local, waiting)], local);
}

/** Messages of the local copy that stand before the first one of the server's page. */
function olderThan(first: UIMessage | undefined, local: UIMessage[]): UIMessage[] {
  const index = local.findIndex((message) => message.id === first?.id);
  return index > 0 ? local.slice(0, index) : [];
}

/** Equal messages keep their identity, so that nothing of them renders again. */
export function reuseUnchanged(messages: UIMessage[], local: UIMessage[]): UIMessage[] {
  const known = new Map(local.map((message) => [message.id, message]));
  return messages.map((message) => {
    const before = known.get(message.id);
    return before && JSON.stringify(before) === JSON.stringify(message) ? before : message;
  });
}
