import { memo, useState } from "react";
import { TextBlock } from "../chat-ui/value-view";
import { type LogRow, toTally } from "./fold-deltas";
import { formatDuration } from "./format-duration";
import { timeOf } from "./log-frame";
import type { Protocol } from "./log-view";
import { between } from "./timeline";

/** One row of the log; opened, everything in it as JSON. Under each other where there is no room for two columns. */
export const LogRowView = memo(LogRowBase, (a, b) => {
  const same = a.row.last === b.row.last && a.row.count === b.row.count;
  return same && a.protocol === b.protocol && a.start === b.start;
});

function LogRowBase({ row, protocol, start }: { row: LogRow; protocol: Protocol; start: number | null }) {
  const [open, setOpen] = useState(false);
  const { first, last, native } = row;
  const received = protocol === "native" ? [native] : row[protocol];
  const offset = between(start, timeOf(native));
  return (
    <details
      data-number={first}
      data-type={native.type}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="border-b last:border-b-0 open:bg-muted/40"
    >
      <summary className="grid cursor-pointer list-none gap-x-4 gap-y-1 px-2 py-1.5 -outline-offset-2 hover:bg-muted md:grid-cols-2 [&::-webkit-details-marker]:hidden">
        <span className="min-w-0">
          <span className="flex gap-2">
            <span className="shrink-0 text-muted-foreground tabular-nums">
              {first === last ? first : `${first}–${last}`}
            </span>
            <span className="wrap-anywhere font-medium">{native.type}</span>
            {offset !== null && (
              <span className="ml-auto shrink-0 text-muted-foreground tabular-nums">+{formatDuration(offset)}</span>
            )}
          </span>
          <span className="block truncate text-muted-foreground">{previewOf(native)}</span>
        </span>
        <span data-received className="flex min-w-0 flex-wrap content-start gap-1 max-md:pl-4">
          {toTally(received).map(({ type, count }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: what was received never changes its place
            <span key={index} className="h-fit rounded border bg-card px-1">
              {type}
              {count > 1 && <span className="text-muted-foreground"> ×{count}</span>}
            </span>
          ))}
          {received.length === 0 && <span className="text-muted-foreground">nothing</span>}
        </span>
      </summary>
      {open && (
        <div className="grid gap-2 px-2 pb-2 md:grid-cols-2">
          <TextBlock label={`Event ${first}`}>{JSON.stringify(native, null, 2)}</TextBlock>
          <TextBlock label={`Received for event ${first}`}>{JSON.stringify(received, null, 2)}</TextBlock>
        </div>
      )}
    </details>
  );
}

const COMMON = new Set(["number", "runId", "step", "at", "type"]);

/** What the event says beside what every event has, in one line. */
function previewOf(native: object): string {
  if ("delta" in native) return JSON.stringify(native.delta);
  const entries = Object.entries(native).filter(([name]) => !COMMON.has(name));
  if (entries.length === 0) return "";
  return JSON.stringify(Object.fromEntries(entries)).slice(0, 240);
}
