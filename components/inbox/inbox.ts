import { toolStatus } from "../chat-ui/tool-status";
import { RequestError } from "../thread-api/failure";
import { hasMovedOn, toProblem } from "../thread-api/problem";
import type { Fetch } from "../thread-api/request";
import { loadNews } from "./call-news";
import { outcomeElsewhere, settledElsewhere } from "./elsewhere";
import { type Answer, loadInbox, submitAnswer } from "./inbox-api";
import { type InboxEntry, keyOf, mergeWaits, type Settled, settle, withEnd } from "./inbox-state";
import { toToolPart } from "./to-tool-part";

export interface InboxView {
  /** `null`: not known yet. */
  entries: InboxEntry[] | null;
  /** The last attempt to load them failed. */
  failed: boolean;
  /** What has become of calls since the page was opened, the latest of it, in words. */
  news: string;
}

/** Everything that waits for a person, over all threads. No React: the page subscribes to it, tests drive it directly. */
export interface Inbox {
  get(): InboxView;
  subscribe(listener: () => void): () => void;
  /** Never rejects. */
  refresh(): Promise<void>;
  /** Never rejects: what went wrong stands in the entry. */
  answer(entry: InboxEntry, answer: Answer): Promise<void>;
}

/** @param onChange an answer was given in the thread, or what it set off has ended: other lists and pages look again */
export function createInbox(fetch: Fetch, onChange: (threadId: string) => void): Inbox {
  let view: InboxView = { entries: null, failed: false, news: "" };
  const listeners = new Set<() => void>();
  /** Raised by every request and every answer: a list that was asked for earlier is old news. */
  let turn = 0;

  function set(next: Omit<InboxView, "news">): void {
    const settled = (next.entries ?? []).filter((entry) => entry.settled && !view.entries?.includes(entry));
    view = { ...next, news: settled.map(toNews).join(" ") || view.news };
    for (const listener of listeners) listener();
  }

  function edit(key: string, change: (entry: InboxEntry) => InboxEntry): void {
    set({ ...view, entries: (view.entries ?? []).map((entry) => (keyOf(entry) === key ? change(entry) : entry)) });
  }

  const settleOpen = (key: string, settled: Settled) =>
    edit(key, (entry) => (entry.settled ? entry : settle(entry, settled)));

  async function tellOutcome(entry: InboxEntry): Promise<void> {
    settleOpen(keyOf(entry), { elsewhere: await outcomeElsewhere(fetch, entry) });
  }

  async function tellEnds(threadId: string): Promise<void> {
    const ofThread = (view.entries ?? []).filter((entry) => entry.threadId === threadId);
    const news = await loadNews(fetch, threadId, Math.min(...ofThread.map(({ after }) => after)));
    const entries = (view.entries ?? []).map((entry) => (entry.threadId === threadId ? withEnd(entry, news) : entry));
    set({ ...view, entries });
    onChange(threadId);
  }

  async function refresh(): Promise<void> {
    turn += 1;
    const asked = turn;
    try {
      const waits = await loadInbox(fetch);
      if (asked !== turn) return;
      const { entries, gone } = mergeWaits(view.entries ?? [], waits);
      set({ entries, failed: false });
      await Promise.all(gone.map(tellOutcome));
    } catch {
      if (asked === turn) set({ ...view, failed: true });
    }
  }

  async function answer(entry: InboxEntry, given: Answer): Promise<void> {
    const key = keyOf(entry);
    const now = view.entries?.find((each) => keyOf(each) === key);
    // A second click.
    if (!now || now.sending || now.settled) return;
    turn += 1;
    edit(key, (each) => ({ ...each, sending: true, problem: null }));
    try {
      const { ended } = await submitAnswer(fetch, entry.threadId, entry.call.callId, given);
      turn += 1;
      edit(key, (each) => settle(each, { answer: given }));
      onChange(entry.threadId);
      // The last answer of a batch sets off what the first ones are about.
      void ended.then(() => tellEnds(entry.threadId));
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      await refused(entry, error);
    }
  }

  async function refused(entry: InboxEntry, { failure }: RequestError): Promise<void> {
    const key = keyOf(entry);
    if (hasMovedOn(failure)) {
      const outcome = failure.kind === "refused" ? failure.settled?.[entry.call.callId] : undefined;
      if (outcome) settleOpen(key, { elsewhere: settledElsewhere(entry.phase, outcome) });
      else await tellOutcome(entry);
      onChange(entry.threadId);
      return;
    }
    const { title, advice } = toProblem(failure);
    const problem = failure.kind === "connection" ? "The connection was lost. Try again." : `${title}. ${advice}`;
    edit(key, (each) => ({ ...each, sending: false, problem }));
  }

  return {
    get: () => view,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    refresh,
    answer,
  };
}

function toNews(entry: InboxEntry): string {
  return `${entry.call.toolName}: ${toolStatus(toToolPart(entry)).label}.`;
}
