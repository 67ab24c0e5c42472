import type { Interrupt, Message } from "@ag-ui/client";
import type { CallOutcome } from "@/lib/browser-tools/run-call";
import type { ViewProblem } from "../chat-ui/view";
import type { LoadedThread } from "./load-thread";
import type { WaitingCall } from "./wait";

/**
 * What "Retry" does: ask the server how things stand and follow (`catch-up`), send again what was not accepted
 * (`resend`), or repeat the question by its id, which continues a failed run (`recover`).
 */
export type Retry = "catch-up" | "resend" | "recover";

export interface DecidedCall extends WaitingCall {
  decision: { approved: boolean; reason?: string };
}

/** A thread as the page knows it. */
export interface ThreadState {
  messages: readonly Message[];
  interrupts: readonly Interrupt[];
  /** Calls that the last response handed to this page. */
  handed: readonly string[];
  /** The latest run as far as this page knows; `null` also while its own request is newer. */
  status: LoadedThread["status"];
  /** A response is being read. */
  reading: boolean;
  /** The server's history has arrived, or could not be had. */
  restored: boolean;
  /** The connection broke and is being mended. */
  reconnecting: boolean;
  /** A question is on its way, from the click to the end of its response. */
  sending: boolean;
  stopping: boolean;
  draft: string;
  /** Where older messages begin that are not shown yet; `null`: nowhere. */
  before: string | null;
  loadingEarlier: boolean;
  problem: (ViewProblem & { kind?: Retry }) | null;
  /** Browser calls that this page has started, and those whose handler still works. */
  started: ReadonlySet<string>;
  running: ReadonlySet<string>;
  /** Answers to the current wait that the server does not have yet, by call id. */
  decisions: Readonly<Record<string, { approved: boolean; reason?: string }>>;
  outcomes: Readonly<Record<string, CallOutcome>>;
  /** Approvals that were decided with the last request: until their call shows, only this page knows of them. */
  decided: readonly DecidedCall[];
  /** News about calls, by call id. */
  notes: Readonly<Record<string, string>>;
}

export const initialState: ThreadState = {
  messages: [],
  interrupts: [],
  handed: [],
  status: null,
  reading: false,
  restored: false,
  reconnecting: false,
  sending: false,
  stopping: false,
  draft: "",
  before: null,
  loadingEarlier: false,
  problem: null,
  started: new Set(),
  running: new Set(),
  decisions: {},
  outcomes: {},
  decided: [],
  notes: {},
};
