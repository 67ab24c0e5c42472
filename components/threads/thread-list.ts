import type { SessionCopy } from "@/lib/browser-tools/session-copy";
import type { ThreadList as ThreadPage, ThreadRow } from "@/lib/protocols/native/responses.schema";
import { RequestError } from "../thread-api/failure";
import { type Fetch, requestJson } from "../thread-api/request";

export interface ThreadListState {
  /** The most recently active ones, and all that are live. `null`: not known yet. */
  threads: ThreadRow[] | null;
  /** The server has told them to this page; before that, they are what the tab has kept. */
  fresh: boolean;
  /** There are others. */
  more: boolean;
  /** What the server has found for a text, among all of them. */
  found: { text: string; threads: ThreadRow[] } | null;
  /** The last attempt to load them failed. */
  failed: boolean;
}

/** The session's threads as this page knows them. No React: the sidebar subscribes to it, tests drive it directly. */
export interface ThreadList {
  get(): ThreadListState;
  subscribe(listener: () => void): () => void;
  /** Never rejects. */
  refresh(): Promise<void>;
  /** Asks for older ones, too. Never rejects. */
  showMore(): Promise<void>;
  /** Looks for a text in the titles of the threads that are not in the list. Never rejects. */
  search(text: string): Promise<void>;
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

/** How many threads are asked for at first, and how many more each time. */
const PAGE = 100;

/** The list is one for the whole tab; copies are kept by id. */
const COPY_ID = "all";

/** @throws RequestError */
export async function loadThreads(fetchPage: Fetch, query: { limit: number; search?: string }): Promise<ThreadPage> {
  const parameters = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const body = await requestJson(fetchPage, `/api/threads?${parameters}`, { cache: "no-store" });
  if (typeof body === "object" && body !== null && "threads" in body && Array.isArray(body.threads)) {
    return body as ThreadPage;
  }
  throw new RequestError({ kind: "unreadable", message: "The server's answer is not a list of threads." });
}

export function createThreadList({ fetch, copy }: ThreadListOptions): ThreadList {
  let state: ThreadListState = { threads: copy.load(COPY_ID), fresh: false, more: false, found: null, failed: false };
  let limit = PAGE;
  const listeners = new Set<() => void>();
  /** Raised by every request and every change: an answer that was asked for earlier is old news. */
  let turn = 0;
  /** The text that was searched last. */
  let wanted = "";

  function set(next: ThreadListState): void {
    state = next;
    if (next.threads) copy.save(COPY_ID, next.threads);
    for (const listener of listeners) listener();
  }

  function change(edit: (threads: ThreadRow[]) => ThreadRow[]): void {
    turn += 1;
    const { threads, found } = state;
    set({ ...state, threads: edit(threads ?? []), found: found && { ...found, threads: edit(found.threads) } });
  }

  async function refresh(): Promise<void> {
    turn += 1;
    const asked = turn;
    try {
      const { threads, more = false } = await loadThreads(fetch, { limit });
      if (asked === turn) set({ ...state, threads, fresh: true, more, failed: false });
    } catch {
      if (asked === turn) set({ ...state, failed: true });
    }
  }

  const path = (threadId: string) => `/api/threads/${encodeURIComponent(threadId)}`;

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    refresh,
    showMore() {
      limit += PAGE;
      return refresh();
    },
    async search(text) {
      wanted = text;
      if (text === "" || !state.more) return set({ ...state, found: null });
      try {
        const { threads } = await loadThreads(fetch, { limit: PAGE, search: text });
        if (wanted === text) set({ ...state, found: { text, threads } });
      } catch {
        if (wanted === text) set({ ...state, failed: true });
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
