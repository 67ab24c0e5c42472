import { useCallback, useEffect, useRef, useState } from "react";
import type { Inspected } from "@/lib/protocols/native/responses.schema";
import { RequestError } from "../thread-api/failure";
import { createSessionFetch } from "../thread-api/request";
import { loadInspected } from "./inspector-api";
import type { WireItem } from "./log-frame";
import { type FeedState, WireFeed } from "./wire-feed";

/** Between two looks at the run while it is running, and while nothing happens. */
const RUNNING_MS = 1000;
const IDLE_MS = 2500;

export interface InspectorModel {
  inspected: Inspected | null;
  /** There is no such thread, or it is somebody else's. */
  missing: boolean;
  /** Why the server's answer is not there, in its own words. */
  problem: string | null;
  items: WireItem[];
  feed: FeedState;
  /** The number before the first run that is shown. */
  from: number;
  showEarlierRuns(): void;
  /** Cuts the page's own connection. */
  drop(): number;
  reconnect(): void;
  refresh(): void;
}

const sessionFetch = createSessionFetch();

/** The thread's latest run, kept up to date, and its log, read live. */
export function useInspector(threadId: string): InspectorModel {
  const [inspected, setInspected] = useState<Inspected | null>(null);
  const [missing, setMissing] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [items, setItems] = useState<WireItem[]>([]);
  const [state, setState] = useState<FeedState>("connecting");
  const [from, setFrom] = useState<number | null>(null);
  const feed = useRef<WireFeed | null>(null);
  const lookAgain = useRef<() => void>(() => undefined);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    let looking = false;
    let asked = false;
    const look = async () => {
      clearTimeout(timer);
      asked = looking;
      if (looking || gone) return;
      looking = true;
      let pause = IDLE_MS;
      try {
        const next = await loadInspected(sessionFetch, threadId);
        if (gone) return;
        setInspected(next);
        setMissing(false);
        setProblem(null);
        setFrom((known) => known ?? next.run?.firstEvent ?? null);
        follow(feed.current, next);
        if (next.run?.status === "running") pause = RUNNING_MS;
      } catch (error) {
        if (gone) return;
        if (isNotFound(error)) {
          setMissing(true);
          setProblem(null);
        } else setProblem(error instanceof Error ? error.message : String(error));
      } finally {
        looking = false;
      }
      // Something happened after the answer was written.
      if (asked) return void look();
      if (!gone && document.visibilityState === "visible") timer = setTimeout(look, pause);
    };
    const onVisible = () => {
      if (document.visibilityState === "visible") void look();
    };
    lookAgain.current = () => void look();
    document.addEventListener("visibilitychange", onVisible);
    void look();
    return () => {
      gone = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onVisible);
    };
  }, [threadId]);

  useEffect(() => {
    if (from === null) return;
    setItems([]);
    const reader = new WireFeed({
      threadId,
      from,
      onItems: (more) => {
        setItems((known) => [...known, ...more]);
        // What a bracket changes (status, wait, attempt) is in the run, not in the log.
        if (more.some(({ native }) => !native.type.endsWith("-delta"))) lookAgain.current();
      },
      onState: setState,
    });
    feed.current = reader;
    reader.open();
    return () => {
      feed.current = null;
      reader.close("idle");
    };
  }, [threadId, from]);

  const refresh = useCallback(() => lookAgain.current(), []);
  const showEarlierRuns = useCallback(() => setFrom(0), []);
  const reconnect = useCallback(() => feed.current?.open(), []);
  const drop = useCallback(() => {
    feed.current?.close("dropped");
    return feed.current?.last ?? 0;
  }, []);
  const shown = { inspected, missing, problem, items, feed: state, from: from ?? 0 };
  return { ...shown, showEarlierRuns, drop, reconnect, refresh };
}

/** Reads on when there is more to read. A dead run writes nothing, and who left on purpose stays away. */
function follow(feed: WireFeed | null, { run }: Inspected): void {
  if (!feed || !run || feed.isOpen || feed.state === "dropped") return;
  if (run.lastEvent > feed.last || (run.status === "running" && !run.dead)) feed.open();
}

function isNotFound(error: unknown): boolean {
  return error instanceof RequestError && error.failure.kind === "refused" && error.failure.status === 404;
}
