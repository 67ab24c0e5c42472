"use client";

import Link from "next/link";
import { useCallback, useEffect, useState } from "react";
import type { ThreadList } from "@/lib/protocols/native/responses.schema";
import { useHydrated } from "../shell/hydrated";
import { createSessionFetch } from "../thread-api/request";
import { loadThreads } from "../threads/thread-list";
import { Button } from "../ui/button";
import { InspectorPage } from "./inspector-page";
import { RunStatus } from "./run-status";
import { Nothing } from "./section";

const sessionFetch = createSessionFetch();

/** How many threads are shown at first, and how many more each time. */
const PAGE = 100;

/** `/inspector`: the session's threads, to choose one. */
export function ThreadPicker() {
  const ready = useHydrated();
  const [list, setList] = useState<ThreadList | null>(null);
  const [limit, setLimit] = useState(PAGE);
  const [problem, setProblem] = useState<string | null>(null);
  const load = useCallback(() => {
    setProblem(null);
    loadThreads(sessionFetch, { limit }).then(setList, (error: unknown) =>
      setProblem(error instanceof Error ? error.message : String(error)),
    );
  }, [limit]);
  useEffect(load, [load]);
  const threads = list?.threads ?? null;

  return (
    <InspectorPage title="Inspector: choose a thread" ready={ready}>
      {problem && (
        <p role="alert" className="flex items-center gap-3 text-sm text-danger">
          {problem} <Button onClick={load}>Retry</Button>
        </p>
      )}
      {threads === null && !problem && <Nothing>Loading the threads…</Nothing>}
      {threads?.length === 0 && (
        <Nothing>
          There are no threads yet.{" "}
          <Link className="text-foreground underline underline-offset-4" href="/chat">
            Begin one in the chat
          </Link>
          , then come back.
        </Nothing>
      )}
      {threads && threads.length > 0 && (
        <ul className="divide-y rounded-xl border bg-card">
          {threads.map(({ threadId, title, status, updatedAt }) => (
            <li key={threadId}>
              <Link
                href={`/inspector/${encodeURIComponent(threadId)}`}
                className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 -outline-offset-2 hover:bg-muted"
              >
                <span className="wrap-anywhere min-w-0 flex-1 basis-48">{title}</span>
                <span className="text-sm">{status && <RunStatus status={status} />}</span>
                <time dateTime={updatedAt} className="text-xs text-muted-foreground">
                  {new Date(updatedAt).toLocaleString("en")}
                </time>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {list?.more && <Button onClick={() => setLimit(limit + PAGE)}>Show older threads</Button>}
    </InspectorPage>
  );
}
