import type { RunStore } from "../workflow/store";
import type { ThreadRef } from "../workflow/types";
import type { AgentRun, AgentTypes } from "./events";
import type { Message, ToolOutcome } from "./messages";

/** Which of the owner's threads; all of them where nothing is said. */
export interface ThreadQuery {
  /** Only those whose title contains this, in upper or lower case. */
  search?: string;
  /** Only the most recently active ones, and those with a live run however old they are. */
  limit?: number;
  /** Only those that wait for something. */
  suspended?: boolean;
}

export interface ThreadSummary {
  threadId: string;
  title: string;
  updatedAt: string;
  run: AgentRun | null;
}

/** The durable store of an agent: the engine's run store, and the conversation as people read it. */
export interface AgentStore extends RunStore<AgentTypes> {
  /**
   * The transcript, superseded messages left out, oldest first: the newest `limit` messages, or those before the
   * message with the stored id `before`. Every question shows from its acceptance on.
   */
  loadAll(ref: ThreadRef, page?: { limit?: number; before?: string }): Promise<{ messages: Message[]; more: boolean }>;
  /** Outcomes of the named calls of this thread that have one. */
  outcomes(ref: ThreadRef, callIds: string[]): Promise<Record<string, ToolOutcome>>;
  /** Which of these call ids the thread already uses. */
  usedCallIds(ref: ThreadRef, callIds: string[]): Promise<string[]>;
  /** The owner's threads, most recently active first; `more`: a `limit` has left some out. */
  threads(ownerId: string, query?: ThreadQuery): Promise<{ threads: ThreadSummary[]; more: boolean }>;
  rename(ref: ThreadRef, title: string): Promise<void>;
}
