import type { ViewProblem } from "../chat-ui/view";
import type { RunInfo } from "../thread-api/threads";

/** What "Retry" does: ask the server how things stand and follow, or repeat the question by its id. */
export type Retry = "catch-up" | "repeat-question";

/** What the page knows of a thread beside CopilotKit's own agent. */
export interface ThreadState {
  /** The server's history has arrived, or could not be had. */
  restored: boolean;
  /** The connection broke and is being mended. */
  reconnecting: boolean;
  /** A turn is on its way: a request, the handlers after it, the request after them. */
  working: boolean;
  stopping: boolean;
  draft: string;
  problem: (ViewProblem & { kind?: Retry }) | null;
  /** The latest run as the server last described it. */
  run: RunInfo | null;
  /** News about calls, by call id. */
  notes: Readonly<Record<string, string>>;
  /** Calls whose handler works on this page. */
  running: ReadonlySet<string>;
  /** Calls whose card waits for the person on this page. */
  asking: ReadonlySet<string>;
}

export const initialState: ThreadState = {
  restored: false,
  reconnecting: false,
  working: false,
  stopping: false,
  draft: "",
  problem: null,
  run: null,
  notes: {},
  running: new Set(),
  asking: new Set(),
};

export function added(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set(set).add(id);
}

export function removed(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set([...set].filter((each) => each !== id));
}
