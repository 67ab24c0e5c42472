import { type FrameUsage, type LogFrame, timeOf } from "./log-frame";

/** One node's execution inside a segment. */
export interface Step {
  step: number;
  kind: "model" | "tools" | "handover" | "other";
  /** Names of the tools that the step settled, or handed over. */
  tools: string[];
  start: number | null;
  end: number | null;
  firstNumber: number;
  lastNumber: number;
  /** On model steps. */
  model?: { messageId: string; model: string; firstOutput: number | null; finishReason?: string; usage?: FrameUsage };
}

export type SegmentEnd = "suspended" | "completed" | "failed" | "cancelled";

/** One execution of a run between a claim and the next settlement. */
export interface Segment {
  attempt: number;
  reason: "started" | "answered" | "recovered" | "signalled";
  start: number | null;
  end: number | null;
  /** `null` while it goes on, or when its process died. */
  outcome: SegmentEnd | null;
  /** Why it failed or was cancelled, or what it waits for. */
  detail: string | null;
  /** Milliseconds that the run had waited before it. */
  waited: number | null;
  steps: Step[];
}

/** A run as its log tells it. */
export interface RunTimeline {
  runId: string;
  question: string | null;
  start: number | null;
  end: number | null;
  segments: Segment[];
  usage: FrameUsage;
}

const ENDS: Record<string, SegmentEnd> = {
  "run-suspended": "suspended",
  "run-completed": "completed",
  "run-failed": "failed",
  "run-cancelled": "cancelled",
};

/** The runs of a log, oldest first. A log may begin in the middle of a run. */
export function toTimeline(frames: readonly LogFrame[]): RunTimeline[] {
  const runs = new Map<string, LogFrame[]>();
  for (const frame of frames) {
    const own = runs.get(frame.runId);
    if (own) own.push(frame);
    else runs.set(frame.runId, [frame]);
  }
  return [...runs].map(([runId, own]) => toRun(runId, own));
}

function toRun(runId: string, frames: LogFrame[]): RunTimeline {
  const segments: Segment[] = [];
  let question: string | null = null;
  let attempt = 1;
  for (const frame of frames) {
    if (frame.type === "user-message") question = textOf(frame.blocks);
    if (frame.type === "run-started" || frame.type === "run-resumed") {
      attempt = frame.attempt;
      segments.push(toSegment(frame, segments.at(-1)));
      continue;
    }
    const segment = segments.at(-1);
    // Answers that come while the run waits are part of no segment, and neither is what ends a waiting run.
    if (!segment || segment.outcome !== null) continue;
    addTo(segment, frame);
  }
  const usages = segments.flatMap(({ steps }) => steps.flatMap(({ model }) => model?.usage ?? []));
  const end = segments.at(-1)?.outcome === "suspended" ? null : (segments.at(-1)?.end ?? null);
  const last = frames.at(-1);
  const cancelled = last?.type === "run-cancelled" ? timeOf(last) : null;
  return { runId, question, start: timeOf(frames[0]), end: cancelled ?? end, segments, usage: sumUsage(usages) };

  function toSegment(frame: LogFrame & { type: "run-started" | "run-resumed" }, before?: Segment): Segment {
    const start = timeOf(frame);
    return {
      attempt,
      reason: frame.type === "run-started" ? "started" : frame.reason,
      start,
      end: null,
      outcome: null,
      detail: null,
      waited: before ? between(before.end, start) : null,
      steps: [],
    };
  }
}

/** The run as it stands at `now` while it goes on: deltas have no time of their own, so its last event may be long ago. */
export function extendTo(run: RunTimeline, now: number): RunTimeline {
  const segment = run.segments.at(-1);
  if (!segment || segment.outcome !== null || segment.start === null) return run;
  const step = segment.steps.at(-1);
  const later = (end: number | null) => Math.max(end ?? 0, now);
  const steps = step ? [...segment.steps.slice(0, -1), { ...step, end: later(step.end) }] : [];
  return { ...run, segments: [...run.segments.slice(0, -1), { ...segment, end: later(segment.end), steps }] };
}

function addTo(segment: Segment, frame: LogFrame): void {
  const at = timeOf(frame);
  if (at !== null) segment.end = at;
  const outcome = ENDS[frame.type];
  if (outcome) {
    segment.outcome = outcome;
    segment.detail = detailOf(frame);
    return;
  }
  if (frame.type === "user-message" || frame.type === "step-discarded") return;
  const last = segment.steps.at(-1);
  const step = last?.step === frame.step ? last : beginStep(segment, frame);
  step.lastNumber = frame.number;
  if (at !== null) step.end = at;
  learn(step, frame, at);
}

/** Steps follow each other without a pause, so one begins where the one before it ended. */
function beginStep(segment: Segment, frame: LogFrame): Step {
  const start = segment.steps.at(-1)?.end ?? segment.start;
  const numbers = { firstNumber: frame.number, lastNumber: frame.number };
  const step: Step = { step: frame.step, kind: "other", tools: [], start, end: null, ...numbers };
  segment.steps.push(step);
  return step;
}

function learn(step: Step, frame: LogFrame, at: number | null): void {
  switch (frame.type) {
    case "step-start":
      step.kind = "model";
      step.model = { messageId: frame.messageId, model: frame.model, firstOutput: null };
      break;
    case "text-start":
    case "reasoning-start":
    case "tool-input-start":
      if (step.model) step.model.firstOutput ??= at;
      break;
    case "step-end":
      if (step.model) Object.assign(step.model, { finishReason: frame.finishReason, usage: frame.usage });
      break;
    case "tool-result":
      if (step.kind === "other") step.kind = "tools";
      step.tools.push(frame.toolName);
      break;
    case "approval-requested":
      if (step.kind === "other") step.kind = "handover";
      step.tools.push(frame.toolName);
      break;
    case "calls-dispatched":
      if (step.kind === "other") step.kind = "handover";
      step.tools.push(...frame.calls.map((call) => call.toolName));
      break;
    default:
      break;
  }
}

function detailOf(frame: LogFrame): string | null {
  switch (frame.type) {
    case "run-suspended":
      return frame.interrupt.type;
    case "run-failed":
      return frame.error.message;
    case "run-cancelled":
      return frame.reason;
    default:
      return null;
  }
}

function textOf(blocks: { type: string; text?: string }[]): string {
  return blocks.map((block) => block.text ?? `[${block.type}]`).join(" ");
}

/** Milliseconds between two moments, `null` where one is not known. */
export function between(start: number | null, end: number | null): number | null {
  return start === null || end === null ? null : Math.max(0, end - start);
}

/** The sum of what is known; `null` where nothing is. */
export function sumUsage(usages: FrameUsage[]): FrameUsage {
  const sum = (key: keyof FrameUsage) => {
    const known = usages.map((usage) => usage[key]).filter((count) => count !== null);
    return known.length === 0 ? null : known.reduce((total, count) => total + count, 0);
  };
  return {
    inputTokens: sum("inputTokens"),
    outputTokens: sum("outputTokens"),
    cachedInputTokens: sum("cachedInputTokens"),
    reasoningTokens: sum("reasoningTokens"),
  };
}
