"use client";

import { CircleCheckBig } from "lucide-react";
import Link from "next/link";
import { type ReactNode, useState, useSyncExternalStore } from "react";
import { useHydrated } from "../shell/hydrated";
import { createSessionFetch } from "../thread-api/request";
import { announceThreadChange, tellOtherTabs } from "../threads/thread-changes";
import { ThreadsPlaceholder } from "../threads/threads-placeholder";
import { useFresh } from "../threads/use-fresh";
import { Button } from "../ui/button";
import { createInbox, type InboxView } from "./inbox";
import { InboxCard } from "./inbox-card";
import { byThread, countOpen, type InboxEntry, keyOf } from "./inbox-state";

/** How often the inbox asks by itself while the page is visible, in seconds. */
const REFRESH_SECONDS = 8;

const unknown: InboxView = { entries: null, failed: false, news: "" };

function onChange(threadId: string): void {
  announceThreadChange();
  tellOtherTabs(threadId);
}

/** The page `/inbox`: every approval and every question over all threads, answered in place. */
export function InboxPage() {
  const ready = useHydrated();
  const [inbox] = useState(() => createInbox(createSessionFetch(), onChange));
  const { entries, failed, news } = useSyncExternalStore(inbox.subscribe, inbox.get, () => unknown);
  useFresh(inbox.refresh, REFRESH_SECONDS);
  const open = countOpen(entries ?? []);

  return (
    <div data-cards className="mx-auto flex max-w-2xl flex-col gap-6 px-4 py-6 sm:px-6">
      <p role="status" className="text-sm text-muted-foreground empty:hidden">
        {entries && entries.length > 0 && summary(open)}
      </p>
      <p role="status" className="sr-only">
        {news}
      </p>
      {failed && (
        <div className="flex flex-wrap items-center gap-3 rounded-xl border border-danger/40 px-3 py-2 text-sm">
          <p role="alert" className="mr-auto text-danger">
            The inbox could not be loaded.
          </p>
          <Button onClick={() => void inbox.refresh()}>Load again</Button>
        </div>
      )}
      {!entries && !failed && <ThreadsPlaceholder />}
      {entries?.length === 0 && <Nothing />}
      {byThread(entries ?? []).map((group) => (
        <Thread key={group[0]?.threadId} group={group}>
          {group.map((entry) => (
            <InboxCard
              key={keyOf(entry)}
              entry={entry}
              disabled={!ready}
              onAnswer={(each, answer) => void inbox.answer(each, answer)}
            />
          ))}
        </Thread>
      ))}
    </div>
  );
}

function summary(open: number): string {
  if (open === 0) return "Everything is answered.";
  return open === 1 ? "One call waits for you." : `${open} calls wait for you.`;
}

function Thread({ group, children }: { group: InboxEntry[]; children: ReactNode }) {
  const [first] = group;
  if (!first) return null;
  return (
    <section aria-label={first.title} className="flex flex-col gap-2">
      <h2 className="text-sm font-medium">
        <Link
          href={`/chat/${encodeURIComponent(first.threadId)}`}
          prefetch={false}
          className="inline-flex min-h-9 max-w-full items-center wrap-anywhere underline-offset-4 hover:underline pointer-coarse:min-h-11"
        >
          {first.title}
        </Link>
      </h2>
      {children}
    </section>
  );
}

function Nothing() {
  return (
    <div className="flex flex-col items-center gap-2 py-16 text-center">
      <CircleCheckBig aria-hidden className="size-8 text-success" />
      <p className="font-medium">Nothing waits for you</p>
      <p className="max-w-sm text-sm text-muted-foreground">
        When the agent needs an approval or an answer, in whichever thread, it shows here.
      </p>
    </div>
  );
}
