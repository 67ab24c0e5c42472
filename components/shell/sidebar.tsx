import { SquarePen } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { threadPageOf } from "../threads/thread-links";
import { ThreadsPlaceholder } from "../threads/threads-placeholder";

// No page needs the list to be useful: it comes after the page has become interactive.
const ThreadsPanel = dynamic(() => import("../threads/threads-panel"), { ssr: false, loading: ThreadsPlaceholder });

/** What stands beside every page: home, a new thread, the inbox, the threads. */
export function Sidebar({
  active,
  onNavigate,
  children,
}: {
  /** Whether it is on the screen; the threads are asked for only then. */
  active: boolean;
  onNavigate?: () => void;
  /** Beside the name, for example what closes a drawer. */
  children?: ReactNode;
}) {
  const page = threadPageOf(usePathname());
  return (
    <nav aria-label="Threads" className="flex min-h-0 flex-1 flex-col">
      <div className="flex min-h-13 items-center gap-2 px-2 py-2">
        <Link
          href="/"
          prefetch={false}
          onClick={onNavigate}
          className="mr-auto inline-flex min-h-9 items-center rounded-lg px-2.5 font-semibold tracking-tight -outline-offset-2 pointer-coarse:min-h-11"
        >
          Neuron Next
        </Link>
        {children}
      </div>
      <div className="px-2">
        <Link
          href={`/${page === "inspector" ? "chat" : page}`}
          prefetch={false}
          onClick={onNavigate}
          className="flex min-h-10 items-center gap-2.5 rounded-lg px-2.5 text-sm -outline-offset-2 hover:bg-muted/60 pointer-coarse:min-h-11"
        >
          <SquarePen aria-hidden className="size-4 text-muted-foreground" />
          New conversation
        </Link>
      </div>
      {active ? <ThreadsPanel onNavigate={onNavigate} /> : <ThreadsPlaceholder />}
    </nav>
  );
}
