import { Inbox, Search } from "lucide-react";
import Link from "next/link";
import { usePathname, useRouter } from "next/navigation";
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { createSessionCopy } from "@/lib/browser-tools/session-copy";
import type { ThreadRow as Row } from "@/lib/protocols/native/responses.schema";
import { createSessionFetch } from "../thread-api/request";
import { Button } from "../ui/button";
import { cn } from "../ui/cn";
import { deleteProblem, renameProblem } from "./change-problem";
import { forgetThread } from "./forget-thread";
import { announceThreadChange, tellOtherTabs } from "./thread-changes";
import { threadIdOf, threadPageOf } from "./thread-links";
import { createThreadList, type ThreadList, type ThreadListState } from "./thread-list";
import { ThreadRow } from "./thread-row";
import { ThreadsPlaceholder } from "./threads-placeholder";
import { useFresh } from "./use-fresh";

/** How often the list asks by itself while the page is visible, in seconds. */
const REFRESH_SECONDS = 15;

let shared: ThreadList | undefined;

/** One list for the tab: the sidebar and the drawer show the same. */
function threadList(): ThreadList {
  shared ??= createThreadList({
    fetch: createSessionFetch(),
    copy: createSessionCopy({
      name: "threads",
      version: 1,
      isValid: (value): value is Row[] => Array.isArray(value),
    }),
  });
  return shared;
}

/** How long a person may pause within a word that is searched for, in milliseconds. */
const TYPING_PAUSE = 250;

const unknown: ThreadListState = { threads: null, fresh: false, more: false, found: null, failed: false };

/** The inbox with its count, and the session's threads: search, open, rename, delete. */
export default function ThreadsPanel({ onNavigate }: { onNavigate?: () => void }) {
  const list = threadList();
  const { threads, fresh, more, found, failed } = useSyncExternalStore(list.subscribe, list.get, () => unknown);
  useFresh(list.refresh, REFRESH_SECONDS);
  const pathname = usePathname();
  const router = useRouter();
  const page = threadPageOf(pathname);
  const currentId = threadIdOf(pathname);
  const [search, setSearch] = useState("");
  const wanted = search.trim().toLocaleLowerCase();
  const shown = useMemo(() => {
    const known = threads?.filter(({ title }) => title.toLocaleLowerCase().includes(wanted)) ?? null;
    const older = found?.text === wanted ? found.threads : [];
    return known && [...known, ...older.filter((row) => !known.some(({ threadId }) => threadId === row.threadId))];
  }, [threads, found, wanted]);
  useEffect(() => {
    if (!more) return;
    const timer = setTimeout(() => void list.search(wanted), TYPING_PAUSE);
    return () => clearTimeout(timer);
  }, [list, more, wanted]);
  const rows = useRef<HTMLUListElement>(null);
  const isListed = shown?.some(({ threadId }) => threadId === currentId) ?? false;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another thread has been opened, or others stand above it now
  useEffect(() => {
    if (isListed) rows.current?.querySelector("[aria-current=page]")?.scrollIntoView({ block: "nearest" });
  }, [isListed, currentId, fresh]);
  const waiting = threads?.reduce((sum, row) => sum + row.waiting, 0) ?? 0;
  const close = () => onNavigate?.();

  async function remove(threadId: string) {
    await list.remove(threadId).catch((error: unknown) => {
      throw new Error(deleteProblem(error));
    });
    announceThreadChange();
    tellOtherTabs(threadId);
    if (threadId !== currentId) return forgetThread(threadId);
    // The open page would go on showing what is no longer there. On its way out it writes its copy once more.
    leaving.current = threadId;
    router.replace("/");
  }

  const leaving = useRef<string | null>(null);
  useEffect(() => {
    if (leaving.current === null || leaving.current === currentId) return;
    void forgetThread(leaving.current);
    leaving.current = null;
  }, [currentId]);

  return (
    <div className="flex min-h-0 flex-1 flex-col gap-1 px-2">
      <Link
        href="/inbox"
        prefetch={false}
        onClick={close}
        aria-current={pathname === "/inbox" ? "page" : undefined}
        className={cn(
          "flex min-h-10 items-center gap-2.5 rounded-lg px-2.5 text-sm -outline-offset-2 pointer-coarse:min-h-11",
          pathname === "/inbox" ? "bg-muted font-medium" : "hover:bg-muted/60",
        )}
      >
        <Inbox aria-hidden className="size-4 text-muted-foreground" />
        Inbox
        {waiting > 0 && (
          <span className="ml-auto rounded-full bg-warning px-1.5 py-px text-xs font-semibold text-warning-foreground tabular-nums">
            {waiting}
            <span className="sr-only"> waiting for you</span>
          </span>
        )}
      </Link>
      {threads && threads.length > 0 && (
        <div className="relative mt-1 mb-1">
          <Search
            aria-hidden
            className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted-foreground"
          />
          <input
            type="search"
            aria-label="Search threads"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            placeholder="Search"
            autoComplete="off"
            className="min-h-9 w-full rounded-lg border border-input bg-background pr-2 pl-8.5 text-sm placeholder:text-muted-foreground pointer-coarse:min-h-11 pointer-coarse:text-base"
          />
        </div>
      )}
      {failed && (
        <div className="flex items-center gap-2 rounded-lg border border-danger/40 px-2.5 py-2 text-xs">
          <p role="alert" className="mr-auto text-danger">
            The threads could not be loaded.
          </p>
          <Button onClick={() => void list.refresh()}>Again</Button>
        </div>
      )}
      {!shown && !failed && <ThreadsPlaceholder />}
      {threads?.length === 0 && (
        <p className="px-2.5 py-2 text-sm text-muted-foreground">Your threads will be listed here.</p>
      )}
      {threads && threads.length > 0 && shown?.length === 0 && (
        <p role="status" className="px-2.5 py-2 text-sm text-muted-foreground">
          {more && found?.text !== wanted ? "Searching the older threads…" : "No thread is called that."}
        </p>
      )}
      {shown && shown.length > 0 && (
        <ul
          ref={rows}
          aria-label="Threads"
          className="-mx-1 flex min-h-0 flex-1 flex-col gap-0.5 overflow-y-auto px-1 pb-3"
        >
          {shown.map((row) => (
            <ThreadRow
              key={row.threadId}
              row={row}
              href={`/${page}/${encodeURIComponent(row.threadId)}`}
              current={row.threadId === currentId}
              onOpen={close}
              onRename={(title) =>
                list.rename(row.threadId, title).catch((error: unknown) => {
                  throw new Error(renameProblem(error));
                })
              }
              onDelete={() => remove(row.threadId)}
            />
          ))}
          {more && wanted === "" && (
            <li className="px-1.5 pt-1">
              <Button onClick={() => void list.showMore()}>Show older threads</Button>
            </li>
          )}
        </ul>
      )}
    </div>
  );
}
