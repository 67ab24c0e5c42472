import type { AttachedFile } from "../chat-ui/read-files";
import type { ViewProblem } from "../chat-ui/view";
import type { RunInfo } from "../thread-api/threads";

/**
 * What "Retry" does: ask the server how things stand and follow (`catch-up`), send again what was not accepted
 * (`resend`), or repeat the question by its id, which continues a failed run (`recover`).
 */
export type Retry = "catch-up" | "resend" | "recover";

/** What the page knows of a thread beside the messages. */
export interface ThreadState {
  /** The server's history has arrived, or could not be had. */
  restored: boolean;
  /** The connection broke and is being mended. */
  reconnecting: boolean;
  /** A question is on its way, from the click to the end of its response. */
  sending: boolean;
  stopping: boolean;
  draft: string;
  /** Files that go with the draft. */
  files: readonly AttachedFile[];
  /** Where older messages begin that are not shown yet; `null`: nowhere. */
  before: string | null;
  loadingEarlier: boolean;
  problem: (ViewProblem & { kind?: Retry }) | null;
  /** The latest run as the server last described it; `null` also while this page's own request is newer. */
  run: RunInfo | null;
  /** Browser calls that this page has started, and those whose handler still works. */
  started: ReadonlySet<string>;
  running: ReadonlySet<string>;
  /** News about calls, by call id. */
  notes: Readonly<Record<string, string>>;
}

export const initialState: ThreadState = {
  restored: false,
  reconnecting: false,
  sending: false,
  stopping: false,
  draft: "",
  files: [],
  before: null,
  loadingEarlier: false,
  problem: null,
  run: null,
  started: new Set(),
  running: new Set(),
  notes: {},
};
