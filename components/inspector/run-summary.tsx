import { RotateCw, Square } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import type { Inspected } from "@/lib/protocols/native/responses.schema";
import { CopyButton } from "../chat-ui/copy-button";
import { Button } from "../ui/button";
import { formatDuration } from "./format-duration";
import type { FrameUsage } from "./log-frame";
import { RunStatus } from "./run-status";
import { Section } from "./section";
import { formatUsage } from "./usage-text";

/** The latest run at a glance, and what can be done with it. */
export function RunSummary({
  inspected,
  usage,
  ready,
  onStop,
  onRecover,
}: {
  inspected: Inspected;
  usage: FrameUsage | null;
  ready: boolean;
  onStop(): Promise<void>;
  onRecover(): Promise<void>;
}) {
  const { run, leaseSeconds } = inspected;
  if (!run) return null;
  const live = run.status === "running" || run.status === "suspended";
  const recoverable = run.dead || run.status === "failed";
  return (
    <Section
      title="Run"
      aside={
        <div className="flex flex-wrap gap-2">
          {recoverable && (
            <BusyButton ready={ready} onPress={onRecover}>
              <RotateCw aria-hidden className="size-3.5" />
              Recover
            </BusyButton>
          )}
          {live && (
            <BusyButton ready={ready} onPress={onStop}>
              <Square aria-hidden className="size-3.5" />
              Stop run
            </BusyButton>
          )}
        </div>
      }
    >
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3 2xl:grid-cols-6">
        <Fact name="Status">
          <RunStatus status={run.dead ? "dead" : run.status} />
        </Fact>
        <Fact name="Attempt">{run.attempt}</Fact>
        <Fact name="Heartbeat">
          {run.silentSeconds === null ? (
            <span className="text-muted-foreground">{live ? "holds no lease" : "ended"}</span>
          ) : (
            `${formatDuration(run.silentSeconds * 1000)} ago · lease ${leaseSeconds} s`
          )}
        </Fact>
        <Fact name={run.endedAt ? "Took" : "Since"}>
          <Elapsed start={run.startedAt} end={run.endedAt} />
        </Fact>
        <Fact name="Model">
          {run.model} · {run.agent}
        </Fact>
        <Fact name="Usage">{formatUsage(usage)}</Fact>
      </dl>
      {run.error && (
        <p className="wrap-anywhere mt-3 text-danger">
          {run.error.message} <span className="text-muted-foreground">({run.error.code})</span>
        </p>
      )}
      <p className="mt-3 flex flex-wrap items-center gap-1 text-xs text-muted-foreground">
        <code className="wrap-anywhere">{run.runId}</code>
        <CopyButton label="Copy the run's id" text={() => run.runId} className="size-6" />
        <span>
          · events {run.firstEvent + 1}–{run.lastEvent}, committed up to {run.committedEvent}
          {run.stopRequested && " · asked to stop"}
        </span>
      </p>
    </Section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted-foreground">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

/** The time that a run has taken, counted on while it has not ended. */
function Elapsed({ start, end }: { start: string; end: string | null }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (end) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [end]);
  return formatDuration((end ? Date.parse(end) : now) - Date.parse(start));
}

function BusyButton({ ready, onPress, children }: { ready: boolean; onPress(): Promise<void>; children: ReactNode }) {
  const [busy, setBusy] = useState(false);
  async function press() {
    setBusy(true);
    await onPress().finally(() => setBusy(false));
  }
  return (
    <Button onClick={press} disabled={!ready || busy}>
      {children}
    </Button>
  );
}
