import { useEffect, useState } from "react";
import { cn } from "../ui/cn";
import { formatDuration } from "./format-duration";
import { PromptView } from "./prompt-view";
import { between, extendTo, type RunTimeline, type Segment, type Step } from "./timeline";
import { formatUsage } from "./usage-text";

const REASONS: Record<Segment["reason"], string> = {
  started: "started by the question",
  answered: "continued by answers",
  recovered: "recovered",
  signalled: "continued by a signal",
};

const KINDS: Record<Step["kind"], string> = { model: "Model", tools: "Tools", handover: "Handover", other: "Step" };

/** A run as segments and their steps, each with its share of the segment's time. */
export function TimelineView({ threadId, run, live }: { threadId: string; run: RunTimeline; live: boolean }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!live) return;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [live]);
  const { segments } = live ? extendTo(run, now) : run;
  return (
    <ol className="space-y-4">
      {segments.map((segment, index) => (
        <li key={segment.attempt} data-segment={segment.attempt}>
          {segment.waited !== null && (
            <p className="mb-3 border-l-2 border-dashed pl-3 text-xs text-muted-foreground">
              {segments[index - 1]?.outcome === "suspended" ? "waited" : "idle"} {formatDuration(segment.waited)}
            </p>
          )}
          <SegmentHeading place={index + 1} segment={segment} live={live && index === segments.length - 1} />
          <ol className="mt-1.5 space-y-1">
            {segment.steps.map((step) => (
              <StepRow key={step.firstNumber} threadId={threadId} step={step} segment={segment} />
            ))}
          </ol>
        </li>
      ))}
    </ol>
  );
}

function SegmentHeading({ place, segment, live }: { place: number; segment: Segment; live: boolean }) {
  const { attempt, reason, start, end, outcome, detail } = segment;
  const ending = outcome ?? (live ? "running" : "broken off");
  return (
    <p className="flex flex-wrap gap-x-2">
      <span className="font-medium">Segment {place}</span>
      <span className="text-muted-foreground">
        attempt {attempt}, {REASONS[reason]}
      </span>
      <span className="ml-auto tabular-nums">
        {formatDuration(between(start, end))} · {ending}
        {detail && <span className="text-muted-foreground"> ({detail})</span>}
      </span>
    </p>
  );
}

function StepRow({ threadId, step, segment }: { threadId: string; step: Step; segment: Segment }) {
  const [open, setOpen] = useState(false);
  const { model } = step;
  const row = (
    <>
      <span className="w-24 shrink-0">
        {KINDS[step.kind]} <span className="text-xs text-muted-foreground">{step.step}</span>
      </span>
      <Bar step={step} segment={segment} />
      <span className="w-16 shrink-0 text-right tabular-nums">{formatDuration(between(step.start, step.end))}</span>
    </>
  );
  const facts = factsOf(step);
  const about = facts && (
    <span className="wrap-anywhere block pl-24 text-xs text-muted-foreground max-sm:pl-0">{facts}</span>
  );
  if (!model) {
    return (
      <li data-step={step.step} className="px-1">
        <div className="flex min-h-6 items-center gap-2">{row}</div>
        {about}
      </li>
    );
  }
  return (
    <li data-step={step.step}>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="cursor-pointer list-none rounded px-1 hover:bg-muted pointer-coarse:py-2 [&::-webkit-details-marker]:hidden">
          <span className="flex min-h-6 items-center gap-2">{row}</span>
          {about}
          <span className="pl-24 text-xs text-primary underline underline-offset-2 max-sm:pl-0">
            {open ? "Hide" : "Show"} the prompt
          </span>
        </summary>
        {open && (
          <div className="py-2 sm:pl-24">
            <PromptView threadId={threadId} messageId={model.messageId} />
          </div>
        )}
      </details>
    </li>
  );
}

function factsOf({ model, tools, start }: Step): string {
  const facts: string[] = [];
  if (model) {
    const first = between(start, model.firstOutput);
    if (first !== null) facts.push(`first output after ${formatDuration(first)}`);
    if (model.finishReason) facts.push(model.finishReason);
    const usage = formatUsage(model.usage);
    if (usage !== "–") facts.push(usage);
  }
  if (tools.length > 0) facts.push(tools.join(", "));
  return facts.join(" · ");
}

/** Where the step lies in its segment. */
function Bar({ step, segment }: { step: Step; segment: Segment }) {
  const total = between(segment.start, segment.end) || 1;
  const left = ((between(segment.start, step.start) ?? 0) / total) * 100;
  const width = Math.min(100 - left, ((between(step.start, step.end) ?? 0) / total) * 100);
  return (
    <span aria-hidden className="relative h-2 min-w-8 flex-1 overflow-hidden rounded-full bg-muted">
      <span
        className={cn(
          "absolute inset-y-0 min-w-0.5 rounded-full",
          step.kind === "model" ? "bg-primary" : step.kind === "tools" ? "bg-success" : "bg-warning",
        )}
        style={{ left: `${left}%`, width: `${width}%` }}
      />
    </span>
  );
}
