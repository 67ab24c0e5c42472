"use client";

import { CircleAlert } from "lucide-react";
import Link from "next/link";
import { useEffect, useMemo, useState } from "react";
import { useHydrated } from "../shell/hydrated";
import { createSessionFetch } from "../thread-api/request";
import { recoverThread, stopThread } from "../thread-api/threads";
import { announceThreadChange, tellOtherTabs } from "../threads/thread-changes";
import { Button } from "../ui/button";
import { CallList } from "./call-list";
import { toCallLives } from "./call-lives";
import { FaultLab } from "./fault-lab";
import { InspectorPage } from "./inspector-page";
import { LogView } from "./log-view";
import { RunSummary } from "./run-summary";
import { Nothing, Section } from "./section";
import { toTimeline } from "./timeline";
import { TimelineView } from "./timeline-view";
import { type InspectorModel, useInspector } from "./use-inspector";
import { WaitCard } from "./wait-card";

const sessionFetch = createSessionFetch();
const ENDED = new Set(["completed", "cancelled"]);

/** `/inspector/{threadId}`: the run, what it did, and what its clients received. */
export function Inspector({ threadId }: { threadId: string }) {
  const ready = useHydrated();
  const model = useInspector(threadId);
  const { inspected, missing, problem } = model;
  const status = inspected?.run?.dead ? "dead" : inspected?.run?.status;
  // The list beside the page shows how its threads stand, and looks again only when it is told.
  useEffect(() => {
    if (status) announceThreadChange();
  }, [status]);
  const title = inspected?.title ? `Inspector: ${inspected.title}` : "Inspector";
  return (
    <InspectorPage threadId={threadId} title={title} ready={ready}>
      {problem && (
        <p
          role="alert"
          className="flex items-center gap-2 rounded-xl border border-danger/40 bg-danger/8 px-3 py-2 text-sm"
        >
          <CircleAlert aria-hidden className="size-4 shrink-0 text-danger" />
          <span className="wrap-anywhere min-w-0 flex-1">{problem} The page goes on trying.</span>
          <Button onClick={model.refresh}>Retry</Button>
        </p>
      )}
      {missing ? (
        <Missing threadId={threadId} />
      ) : inspected === null ? (
        !problem && <Nothing>Loading the run…</Nothing>
      ) : inspected.run === null ? (
        <Nothing>Nothing has been asked on this thread yet.</Nothing>
      ) : (
        <Parts model={model} ready={ready} />
      )}
    </InspectorPage>
  );
}

function Missing({ threadId }: { threadId: string }) {
  return (
    <div className="rounded-xl border bg-card px-4 py-10 text-center">
      <p className="font-medium">There is nothing to inspect here</p>
      <p className="mt-1 text-sm text-muted-foreground">
        This thread has no messages yet, was deleted, or belongs to another session.
      </p>
      <p className="mt-4 flex flex-wrap justify-center gap-x-6 gap-y-2 text-sm">
        <Link
          className="inline-flex min-h-9 items-center underline underline-offset-4"
          href={`/chat/${encodeURIComponent(threadId)}`}
        >
          Begin it in the chat
        </Link>
        <Link className="inline-flex min-h-9 items-center underline underline-offset-4" href="/inspector">
          Choose another thread
        </Link>
      </p>
    </div>
  );
}

function Parts({ model, ready }: { model: InspectorModel; ready: boolean }) {
  const { inspected, items, feed, from } = model;
  const [refused, setRefused] = useState<string | null>(null);
  const frames = useMemo(() => items.map(({ native }) => native), [items]);
  const runs = useMemo(() => toTimeline(frames), [frames]);
  const calls = useMemo(() => toCallLives(frames), [frames]);
  if (!inspected?.run) return null;
  const { threadId, run } = inspected;
  const current = runs.find(({ runId }) => runId === run.runId);
  const earlier = runs.filter(({ runId }) => runId !== run.runId);

  async function act(work: () => Promise<void>) {
    setRefused(null);
    await work().catch((error: unknown) => setRefused(error instanceof Error ? error.message : String(error)));
    changed();
  }

  function changed() {
    model.refresh();
    tellOtherTabs(threadId);
  }

  return (
    <>
      <RunSummary
        inspected={inspected}
        usage={current?.usage ?? null}
        ready={ready}
        onStop={() => act(() => stopThread(sessionFetch, threadId))}
        onRecover={() => act(() => recoverThread(sessionFetch, threadId, run))}
      />
      {refused && (
        <p role="alert" className="text-sm text-danger">
          {refused}
        </p>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="min-w-0 space-y-4">
          <Section
            title="Timeline"
            aside={
              from > 0 && (
                <Button onClick={model.showEarlierRuns} disabled={!ready} className="sm:min-h-8">
                  Show earlier runs
                </Button>
              )
            }
          >
            {current ? (
              <TimelineView threadId={threadId} run={current} live={run.status === "running" && !run.dead} />
            ) : (
              <Nothing>The log of this run is gone: logs are kept for a limited time.</Nothing>
            )}
            {earlier.toReversed().map((each) => (
              <details key={each.runId} className="mt-4 border-t pt-3">
                <summary className="wrap-anywhere cursor-pointer">Earlier run: {each.question ?? each.runId}</summary>
                <div className="mt-2">
                  <TimelineView threadId={threadId} run={each} live={false} />
                </div>
              </details>
            ))}
          </Section>
          <Section title="Calls">
            {calls.length > 0 ? <CallList calls={calls} /> : <Nothing>The model has called no tool.</Nothing>}
          </Section>
        </div>
        <div className="min-w-0 space-y-4">
          <Section title="Current wait">
            <WaitCard threadId={threadId} run={run} />
          </Section>
          {inspected.faultLab && (
            <Section title="Fault lab">
              <FaultLab
                inspected={inspected}
                calls={calls}
                ready={ready}
                lastNumber={items.at(-1)?.number ?? from}
                onDrop={model.drop}
                onReconnect={model.reconnect}
                onSent={changed}
              />
            </Section>
          )}
        </div>
      </div>
      <LogView items={items} feed={feed} compacted={ENDED.has(run.status) || run.status === "failed"} ready={ready} />
    </>
  );
}
