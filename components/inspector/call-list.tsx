import { toText } from "../chat-ui/format-value";
import { Arguments, Fold, TextBlock } from "../chat-ui/value-view";
import type { CallLife } from "./call-lives";
import { formatDuration } from "./format-duration";
import type { FrameOutcome } from "./log-frame";
import { between } from "./timeline";

/** Every call from its proposal to its result. */
export function CallList({ calls }: { calls: readonly CallLife[] }) {
  return (
    <ul className="space-y-4">
      {calls.map((call) => (
        <li key={call.callId} data-call-id={call.callId} className="space-y-1.5">
          <p className="flex flex-wrap items-baseline gap-x-2">
            <code className="font-medium">{call.toolName}</code>
            <span className="text-xs text-muted-foreground">{call.kind}</span>
            <code className="wrap-anywhere ml-auto text-xs text-muted-foreground">{call.callId}</code>
          </p>
          <Arguments input={call.input} />
          {call.reason && <p className="text-xs text-muted-foreground">Asked because: {call.reason}</p>}
          <ol className="flex flex-wrap gap-x-1 gap-y-1 text-xs">
            {call.stations.map((station, index) => {
              const pause = between(call.stations[index - 1]?.at ?? null, station.at);
              return (
                <li key={station.number} className="flex items-center gap-1">
                  {index > 0 && (
                    <span className="text-muted-foreground tabular-nums">
                      →{pause !== null && ` ${formatDuration(pause)} →`}
                    </span>
                  )}
                  <span className="rounded-md border bg-background px-1.5 py-0.5">
                    {station.label} <span className="text-muted-foreground tabular-nums">#{station.number}</span>
                  </span>
                </li>
              );
            })}
            {call.outcome === null && <li className="py-0.5 text-muted-foreground">→ open</li>}
          </ol>
          {call.outcome && (
            <Fold summary="Outcome">
              <TextBlock label={`Outcome of ${call.toolName}`}>{outcomeText(call.outcome)}</TextBlock>
            </Fold>
          )}
        </li>
      ))}
    </ul>
  );
}

function outcomeText(outcome: FrameOutcome): string {
  switch (outcome.type) {
    case "result":
      return toText(outcome.value);
    case "rejected":
      return outcome.reason ?? "Rejected without a reason.";
    default:
      return outcome.message;
  }
}
