import type { Memo, ThreadRef } from "../../workflow/types";
import type { AgentRun, NumberedAgentEvent } from "../events";
import type { Message } from "../messages";
import type { AgentStore } from "../store";
import { MemoryStore } from "./memory-store";

/** A store, and what tests may see and do behind its back. */
export interface Ground {
  name: string;
  store: AgentStore;
  /** Makes the thread's running run look silent for so many seconds. */
  age(ref: ThreadRef, seconds: number): Promise<void>;
  /** Everything that is stored of a thread, superseded messages included. */
  see(ref: ThreadRef): Promise<Stored>;
}

export interface Stored {
  /** The oldest first. */
  runs: AgentRun[];
  messages: Message[];
  log: NumberedAgentEvent[];
  /** Of the latest run. */
  memos: Record<string, Memo>;
}

export function memoryGround(store = new MemoryStore()): Ground {
  return {
    name: "memory",
    store,
    async age({ threadId }, seconds) {
      store.age(threadId, seconds);
    },
    async see({ threadId }) {
      return structuredClone({
        runs: store.runs(threadId),
        messages: store.messages(threadId),
        log: store.log(threadId),
        memos: store.memos(threadId),
      });
    },
  };
}
