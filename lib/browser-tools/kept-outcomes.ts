import type { Json } from "../json";
import { createSessionCopy } from "./session-copy";

/** How a call ended in the browser, in the words of `addToolOutput`. */
export type CallOutcome = { output: Json } | { errorText: string };

/** A call as the server dispatched it. */
export interface BrowserCall {
  callId: string;
  toolName: string;
  input: unknown;
}

interface KeptOutcome {
  callId: string;
  /** Tool and arguments: a thread that was reset may see the same call id again. */
  asked: string;
  outcome: CallOutcome;
}

/** A page answers its calls within seconds; these are only for the ones that a reload has interrupted. */
const KEPT_CALLS = 20;

function isOutcome(value: unknown): value is CallOutcome {
  if (typeof value !== "object" || value === null) return false;
  return "output" in value || ("errorText" in value && typeof value.errorText === "string");
}

function isKept(value: unknown): value is KeptOutcome {
  if (typeof value !== "object" || value === null) return false;
  if (!("callId" in value && "asked" in value && "outcome" in value)) return false;
  return typeof value.callId === "string" && typeof value.asked === "string" && isOutcome(value.outcome);
}

function areKept(value: unknown): value is KeptOutcome[] {
  return Array.isArray(value) && value.every(isKept);
}

/** One text for equal arguments: a database may return an object's keys in another order. */
function asked(call: BrowserCall): string {
  return JSON.stringify([call.toolName, call.input ?? null], (_key, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

/**
 * Outcomes of the newest calls of each thread, kept in the tab across a reload: a result that did not reach the server
 * before the page went away is delivered by the next page, and the tool does not run twice.
 */
export function createKeptOutcomes(storage?: () => Storage | null) {
  const copy = createSessionCopy({ name: "calls", version: 1, isValid: areKept, ...(storage ? { storage } : {}) });
  return {
    find(threadId: string, call: BrowserCall): CallOutcome | null {
      const kept = copy.load(threadId)?.find((each) => each.callId === call.callId && each.asked === asked(call));
      return kept?.outcome ?? null;
    },
    keep(threadId: string, call: BrowserCall, outcome: CallOutcome): void {
      const others = (copy.load(threadId) ?? []).filter((each) => each.callId !== call.callId);
      copy.save(threadId, [...others, { callId: call.callId, asked: asked(call), outcome }].slice(-KEPT_CALLS));
    },
    forget: copy.clear,
  };
}

export type KeptOutcomes = ReturnType<typeof createKeptOutcomes>;
