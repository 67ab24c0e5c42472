import type { AttachedFile } from "../chat-ui/read-files";
import { type DurableThreadState, initialThreadState } from "../thread-api/durable-thread-state";
import type { RunInfo } from "../thread-api/threads";

/** What the page knows of a thread beside the messages, which `useChat` keeps. */
export interface ThreadState extends DurableThreadState {
  /** Files that go with the draft. */
  files: readonly AttachedFile[];
  /** The latest run as the server last described it; `null` also while this page's own request is newer. */
  run: RunInfo | null;
}

export const initialState: ThreadState = { ...initialThreadState, files: [], run: null };
