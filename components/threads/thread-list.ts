import type { SessionCopy } from "@/lib/browser-tools/session-copy";
import type { ThreadRow } from "@/lib/protocols/native/responses.schema";
import { RequestError } from "../thread-api/failure";
import { type Fetch, requestJson } from "../thread-api/request";

export interface ThreadListState {
  /** `null`: not known yet. */
  threads: ThreadRow[] | null;
  /** The last attempt to load them failed. */
  failed: boolean;
}

/** The session's threads as this page knows them. No React: the sidebar subscribes to it, tests drive it directly. */
export interface ThreadList {
  get(): ThreadListState;
  subscribe(listener: () => void): () => void;
  /** Never rejects. */
  refresh(): Promise<void>;
  /** @throws RequestError */
  rename(threadId: string, title: string): Promise<void>;
  /** @throws RequestError */
  remove(threadId: string): Promise<void>;
}

export interface ThreadListOptions {
  fetch: Fetch;
  /** What the tab remembers, so that the next page paints its list at once. */
  copy: SessionCopy<ThreadRow[]>;
}

/** The list is one for the whole tab; copies are kept by id. */
const COPY_ID = "all";

function parseThreads(body: unknown): ThreadRow[] {
  if (typeof body === "object" && body !== null && "threads" in body && Array.isArray(body.threads)) {
    return body.threads as ThreadRow[];
  }
  throw new RequestError({ kind: "unreadable", message: "The server's answer is not a list of threads." });
}

export function createThreadList({ fetch, copy }: ThreadListOptions): ThreadList {
  let state: ThreadListState = { threads: copy.load(COPY_ID), failed: false };
  const listeners = new Set<() => void>();
  /** Raised by every request and every change: an answer that was asked for earlier is old news. */
  let turn = 0;

  function set(next: ThreadListState): void {
    state = next;
    if (next.threads) copy.save(COPY_ID, next.threads);
    for (const listener of listeners) listener();
  }

  function change(edit: (threads: ThreadRow[]) => ThreadRow[]): void {
    turn += 1;
    set({ ...state, threads: edit(state.threads ?? []) });
  }

  const path = (threadId: string) => `/api/threads/${encodeURIComponent(threadId)}`;

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async refresh() {
      turn += 1;
      const asked = turn;
      try {
        const threads = parseThreads(await requestJson(fetch, "/api/threads", { cache: "no-store" }));
        if (asked === turn) set({ threads, failed: false });
      } catch {
        if (asked === turn) set({ ...state, failed: true });
      }
    },
    async rename(threadId, title) {
      await requestJson(fetch, path(threadId), {
        method: "PATCH",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ title }),
      });
      change((threads) => threads.map((row) => (row.threadId === threadId ? { ...row, title } : row)));
    },
    async remove(threadId) {
      await requestJson(fetch, path(threadId), { method: "DELETE" });
      change((threads) => threads.filter((row) => row.threadId !== threadId));
    },
  };
}
