import { CONFIRMATION } from "../ag-ui/interrupts";
import type { AgUiEvent } from "../ag-ui/wire";

/**
 * An event as CopilotKit can take it. A frontend wait is no interrupt there: its client refuses every request that does
 * not resume all of them, the one with the results included. The waiting calls are in the messages, without results.
 */
export function withApprovalsOnly(event: AgUiEvent): AgUiEvent {
  if (event.type !== "RUN_FINISHED" || !event.outcome) return event;
  const { outcome, ...finished } = event;
  const interrupts = outcome.interrupts.filter((interrupt) => interrupt.reason === CONFIRMATION);
  return interrupts.length > 0 ? { ...finished, outcome: { ...outcome, interrupts } } : finished;
}

/** A stream of such events. */
export async function* approvalsOnly(events: AsyncIterable<AgUiEvent>): AsyncGenerator<AgUiEvent> {
  for await (const event of events) yield withApprovalsOnly(event);
}
