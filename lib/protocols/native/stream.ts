import type { NumberedAgentEvent } from "../../agent/events";
import type { StreamAdapterFactory, StreamEnd } from "../../agent/protocol";

/**
 * One frame of the native event stream: a log event with its number, the run and the engine step that wrote it, and
 * when (`at`, where the log knows).
 * An event's own fields win where they share a name (`step` of `step-start` counts model steps).
 */
export type NativeFrame = { number: number; runId: string; type: string } & Record<string, unknown>;

/** Last frame of a stream that broke off. It is no log event and has no number: a reader resumes after the last one. */
export interface NativeErrorFrame {
  type: "stream-error";
  error: { code: "unavailable"; message: string; retryable: true };
}

export type NativeItem = NativeFrame | NativeErrorFrame;

/** The log as it is: nothing to open, nothing to close, and the run's own end events say how it went. */
export const createNativeAdapter: StreamAdapterFactory<NativeItem> = () => ({
  headers: {},
  start: () => [],
  transform: (item) => [toNativeFrame(item)],
  end: toNativeEnd,
});

export function toNativeFrame({ number, runId, step, event, at }: NumberedAgentEvent): NativeFrame {
  return { number, runId, step, ...(at !== undefined && { at: new Date(at).toISOString() }), ...event };
}

function toNativeEnd(end: StreamEnd): NativeItem[] {
  return end.type === "lost" ? [toNativeError(end.message)] : [];
}

/** @param message neutral, safe to show */
export function toNativeError(message: string): NativeErrorFrame {
  return { type: "stream-error", error: { code: "unavailable", message, retryable: true } };
}
