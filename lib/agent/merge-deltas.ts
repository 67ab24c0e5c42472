import type { NumberedAgentEvent } from "./events";

type LogEvent = NumberedAgentEvent["event"];

/**
 * Two pieces of the same text, reasoning or arguments as one; `null` when the events are anything else. A reader that
 * comes late gets what was said so far in a few large pieces: clients do work for each piece that grows with all of
 * them.
 */
export function mergeDeltas(event: LogEvent, next: LogEvent): LogEvent | null {
  switch (event.type) {
    case "text-delta":
    case "reasoning-delta":
      return next.type === event.type && next.id === event.id ? { ...event, delta: event.delta + next.delta } : null;
    case "tool-input-delta":
      return next.type === event.type && next.callId === event.callId
        ? { ...event, delta: event.delta + next.delta }
        : null;
    default:
      return null;
  }
}
