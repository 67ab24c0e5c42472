import type { AgentLogEvent } from "./events";

/**
 * Neighbouring deltas of one text, reasoning or call as one; `null` when the events are anything else. What is written
 * together is stored so, and a reader that comes late gets what was said so far in a few large pieces: clients do work
 * for each piece that grows with all of them.
 */
export function coalesceDeltas(previous: AgentLogEvent, next: AgentLogEvent): AgentLogEvent | null {
  if (previous.type === "tool-input-delta" && next.type === "tool-input-delta" && previous.callId === next.callId) {
    return { ...previous, delta: previous.delta + next.delta };
  }
  if (
    (previous.type === "text-delta" || previous.type === "reasoning-delta") &&
    previous.type === next.type &&
    previous.id === next.id
  ) {
    return { ...previous, delta: previous.delta + next.delta };
  }
  return null;
}
