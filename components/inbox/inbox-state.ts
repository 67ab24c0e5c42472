import type { InboxWait } from "@/lib/protocols/native/responses.schema";
import type { WaitingCall } from "../thread-api/threads";
import { type CallEnd, type CallNews, toCallEnd } from "./call-news";
import type { Elsewhere } from "./elsewhere";
import type { Answer } from "./inbox-api";

/** What became of a call: answered here, with how it has ended by now; or by somebody else. */
export type Settled = { answer: Answer; end?: CallEnd } | { elsewhere: Elsewhere };

/** One call that waits, or waited while this page was open. */
export interface InboxEntry {
  threadId: string;
  title: string;
  runId: string;
  /** Log number before anything that has become of the call since. */
  after: number;
  phase: "approval" | "tool-results";
  call: WaitingCall;
  /** An answer is on its way. */
  sending: boolean;
  /** Why the last attempt to answer failed. */
  problem: string | null;
  /** Stays on the page with its outcome, so that a card never vanishes under a person's hands. */
  settled: Settled | null;
}

/** A call id is unique in its thread only. */
export function keyOf({ threadId, call }: Pick<InboxEntry, "threadId" | "call">): string {
  return `${threadId} ${call.callId}`;
}

function toEntries({ threadId, title, runId, after, interrupt }: InboxWait): InboxEntry[] {
  if (interrupt.type !== "approval" && interrupt.type !== "tool-results") return [];
  const phase = interrupt.type;
  return interrupt.calls.map((call) => ({
    threadId,
    title,
    runId,
    after,
    phase,
    call,
    sending: false,
    problem: null,
    settled: null,
  }));
}

const isAnswered = (call: WaitingCall) => call.outcome !== undefined && call.outcome !== null;

/**
 * The page's entries after the server has been asked again. Those there were keep their place; new ones follow. `gone`:
 * calls that waited here and no longer do, answered elsewhere.
 */
export function mergeWaits(entries: InboxEntry[], waits: InboxWait[]): { entries: InboxEntry[]; gone: InboxEntry[] } {
  const fresh = new Map(waits.flatMap(toEntries).map((entry) => [keyOf(entry), entry]));
  const gone: InboxEntry[] = [];
  const kept = entries.map((entry): InboxEntry => {
    const key = keyOf(entry);
    const now = fresh.get(key);
    fresh.delete(key);
    if (entry.settled) {
      // Approved, and now the same call waits for its page: that is another question.
      return now && now.phase !== entry.phase && !isAnswered(now.call) ? now : entry;
    }
    if (entry.sending) return entry;
    if (!now || isAnswered(now.call)) {
      gone.push(entry);
      return entry;
    }
    return { ...now, problem: entry.problem };
  });
  return { entries: [...kept, ...[...fresh.values()].filter(({ call }) => !isAnswered(call))], gone };
}

export function settle(entry: InboxEntry, settled: Settled): InboxEntry {
  return { ...entry, sending: false, problem: null, settled };
}

/** With how the call has ended, once it was answered here. */
export function withEnd(entry: InboxEntry, news: ReadonlyMap<string, CallNews>): InboxEntry {
  const { settled, call } = entry;
  if (!settled || !("answer" in settled) || settled.end) return entry;
  const outcome = news.get(call.callId)?.outcome;
  return outcome ? { ...entry, settled: { ...settled, end: toCallEnd(outcome) } } : entry;
}

/** How many calls still wait. */
export function countOpen(entries: InboxEntry[]): number {
  return entries.filter(({ settled }) => settled === null).length;
}

/** The entries by thread, in the order in which the threads first appear. */
export function byThread(entries: InboxEntry[]): InboxEntry[][] {
  const groups = new Map<string, InboxEntry[]>();
  for (const entry of entries) groups.set(entry.threadId, [...(groups.get(entry.threadId) ?? []), entry]);
  return [...groups.values()];
}
