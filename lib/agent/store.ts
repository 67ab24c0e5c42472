import type { RunStore } from "../workflow/store";
import type { ThreadRef } from "../workflow/types";
import type { AgentRun, AgentTypes } from "./events";
import type { Message, ToolOutcome } from "./messages";

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
  /** The owner's threads, most recently active first. */
  threads(ownerId: string): Promise<ThreadSummary[]>;
  rename(ref: ThreadRef, title: string): Promise<void>;
}
