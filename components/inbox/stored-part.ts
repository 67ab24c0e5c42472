import type { ToolState } from "../chat-ui/view";
import type { Fetch } from "../thread-api/request";
import { loadHistory } from "../thread-api/threads";

/** A call as the thread's own history has it. */
export interface StoredPart {
  toolCallId: string;
  state: ToolState;
  output?: unknown;
  errorText?: string;
}

/** The calls of a thread's newest messages; none when the history cannot be had. */
export async function loadParts(fetchPage: Fetch, threadId: string): Promise<StoredPart[]> {
  try {
    const { messages } = await loadHistory<{ parts?: object[] }>(fetchPage, threadId);
    return messages.flatMap(({ parts = [] }) => parts.filter((part): part is StoredPart => "toolCallId" in part));
  } catch {
    return [];
  }
}
