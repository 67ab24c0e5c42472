import type { ViewProblem } from "../chat-ui/view";

/**
 * What "Retry" does: ask the server how things stand and follow (`catch-up`), send again what was not accepted
 * (`resend`), or repeat the question by its id, which continues a failed run (`recover`).
 */
export type Retry = "catch-up" | "resend" | "recover";

/** What a page knows of a thread beside its messages, whatever client library it stands on. */
export interface DurableThreadState {
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
  /** News about calls, by call id. */
  notes: Readonly<Record<string, string>>;
}

export const initialThreadState: DurableThreadState = {
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
  notes: {},
};
