import type { Interrupt, Message } from "@ag-ui/client";
import type { CallOutcome } from "@/lib/browser-tools/run-call";
import { type DurableThreadState, initialThreadState } from "../thread-api/durable-thread-state";
import type { LoadedThread } from "./load-thread";
import type { WaitingCall } from "./wait";

export interface DecidedCall extends WaitingCall {
  decision: { approved: boolean; reason?: string };
}

/** A thread as the page knows it. */
export interface ThreadState extends DurableThreadState {
  messages: readonly Message[];
  interrupts: readonly Interrupt[];
  /** Calls that the last response handed to this page. */
  handed: readonly string[];
  /** The latest run as far as this page knows; `null` also while its own request is newer. */
  status: LoadedThread["status"];
  /** A response is being read. */
  reading: boolean;
  /** Answers to the current wait that the server does not have yet, by call id. */
  decisions: Readonly<Record<string, { approved: boolean; reason?: string }>>;
  outcomes: Readonly<Record<string, CallOutcome>>;
  /** Approvals that were decided with the last request: until their call shows, only this page knows of them. */
  decided: readonly DecidedCall[];
}

export const initialState: ThreadState = {
  ...initialThreadState,
  messages: [],
  interrupts: [],
  handed: [],
  status: null,
  reading: false,
  decisions: {},
  outcomes: {},
  decided: [],
};
