import { useEffect, useMemo, useRef, useState } from "react";
import { Button } from "../ui/button";
import { cn } from "../ui/cn";
import { toRows } from "./fold-deltas";
import { timeOf, type WireItem } from "./log-frame";
import { LogRowView } from "./log-row";
import { Section } from "./section";
import type { FeedState } from "./wire-feed";

export type Protocol = "aiSdk" | "agUi" | "native";

const PROTOCOLS: { id: Protocol; name: string; notes: string[] }[] = [
  // only with ai-sdk {
  {
    id: "aiSdk",
    name: "AI SDK",
    notes: ["Chunks of the UI message stream, as useChat receives them that asked and answered."],
  },
  // } only with ai-sdk
  // only with agui, copilotkit {
  {
    id: "agUi",
    name: "AG-UI",
    notes: [
      "AG-UI events, as the client receives them that asked and answered.",
      "CopilotKit receives the same ones.", // only with copilotkit
    ],
  },
  // } only with agui, copilotkit
  { id: "native", name: "Native", notes: ["The log's own events, as GET /api/threads/{id}/events sends them."] },
];

const STATES: Record<FeedState, string> = {
  connecting: "connecting…",
  live: "live",
  idle: "everything is read",
  lost: "the stream broke off",
  dropped: "connection dropped",
};

/** Rows that are shown at once; a long log begins further down. */
const SHOWN = 400;

/** The raw log and, beside it, what a client of each protocol received for each event. */
export function LogView({
  items,
  feed,
  compacted,
  ready,
}: {
  items: readonly WireItem[];
  feed: FeedState;
  /** A finished run's log has been shortened. */
  compacted: boolean;
  ready: boolean;
}) {
  const [protocol, setProtocol] = useState<Protocol>(PROTOCOLS[0]?.id ?? "native");
  const [fold, setFold] = useState(true);
  const [all, setAll] = useState(false);
  const rows = useMemo(() => toRows(items, fold), [items, fold]);
  const shown = all ? rows : rows.slice(-SHOWN);
  const start = timeOf(items[0]?.native);
  const list = useRef<HTMLDivElement>(null);
  const stick = useRef(true);

  // Who reads the end wants to see what comes; who has scrolled up is reading.
  // biome-ignore lint/correctness/useExhaustiveDependencies: new rows are what moves the end
  useEffect(() => {
    const { current } = list;
    if (current && stick.current) current.scrollTop = current.scrollHeight;
  }, [rows]);

  function onScroll() {
    const { current } = list;
    if (current) stick.current = current.scrollHeight - current.scrollTop - current.clientHeight < 48;
  }

  return (
    <Section
      title="Run log"
      aside={
        <p data-feed={feed} className="flex items-center gap-1.5 text-xs text-muted-foreground">
          <span
            aria-hidden
            className={cn(
              "size-2 rounded-full",
              feed === "live" ? "bg-success" : feed === "lost" ? "bg-danger" : "bg-input",
            )}
          />
          {STATES[feed]} · {items.length} {items.length === 1 ? "event" : "events"}
        </p>
      }
    >
      <div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <fieldset className="flex rounded-lg bg-muted p-0.5">
          <legend className="sr-only">Protocol beside the log</legend>
          {PROTOCOLS.map(({ id, name }) => (
            <button
              key={id}
              type="button"
              disabled={!ready}
              aria-pressed={protocol === id}
              onClick={() => setProtocol(id)}
              className={cn(
                "inline-flex min-h-9 items-center rounded-md px-3 sm:min-h-8 pointer-coarse:min-h-11",
                protocol === id ? "bg-background font-medium shadow-xs" : "text-muted-foreground hover:text-foreground",
              )}
            >
              {name}
            </button>
          ))}
        </fieldset>
        <label className="inline-flex min-h-8 items-center gap-2 pointer-coarse:min-h-11">
          <input type="checkbox" checked={fold} disabled={!ready} onChange={() => setFold(!fold)} />
          Join deltas
        </label>
        {shown.length < rows.length && (
          <Button onClick={() => setAll(true)} className="sm:min-h-8">
            Show {rows.length - shown.length} earlier rows
          </Button>
        )}
      </div>
      <p className="mb-2 text-xs text-muted-foreground">
        {PROTOCOLS.find(({ id }) => id === protocol)?.notes.join(" ")}
        {compacted &&
          " A few seconds after its end a run's log is shortened: deltas are joined and transient events are gone; numbers stay as they were."}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a section would need a heading of its own */}
      <div
        ref={list}
        role="region"
        aria-label="Events"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
        tabIndex={0}
        onScroll={onScroll}
        className="max-h-[75dvh] overflow-y-auto rounded-md border bg-background font-mono text-xs"
      >
        {shown.map((row) => (
          <LogRowView key={row.first} row={row} protocol={protocol} start={start} />
        ))}
        {rows.length === 0 && <p className="p-3 text-muted-foreground">No events yet.</p>}
      </div>
    </Section>
  );
}
