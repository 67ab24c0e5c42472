import type { Inspection } from "../../agent/api";

export type { StepPrompt } from "../../agent/step-prompt";

/*
 * What the native routes answer with, for the server that writes it and for the pages that read it.
 */

/** `run` of `GET /api/threads/{threadId}`. */
export type Run = NonNullable<Inspection["run"]>;

/** A row of `GET /api/threads`. */
export interface ThreadRow {
  threadId: string;
  title: string;
  /** Status of the latest run; `null` while the thread has none. */
  status: Run["status"] | null;
  /** It says that it runs, and its process has been silent for longer than the lease. */
  dead: boolean;
  /** How many calls of the thread wait for a person or a page. */
  waiting: number;
  updatedAt: string;
}

/** `GET /api/threads`. */
export interface ThreadList {
  threads: ThreadRow[];
  /** The request's `limit` has left some out. */
  more?: boolean;
}

/** A row of `GET /api/inbox`: one thread and what it waits for. */
export interface InboxWait {
  threadId: string;
  title: string;
  runId: string;
  /** Log number where the run began to wait, or a later one: what becomes of its calls is behind it. */
  after: number;
  interrupt: NonNullable<Run["interrupt"]>;
}

/** `GET …/inspector`: the thread and everything about its latest run that is not in the log. */
export interface Inspected {
  threadId: string;
  title: string;
  leaseSeconds: number;
  faultLab: boolean;
  run: RunDetails | null;
}

export interface RunDetails extends Run {
  agent: string;
  model: string;
  mode: "stream" | "run";
  startedAt: string;
  endedAt: string | null;
  /** Seconds since the last sign of life on the database clock; `null` unless it is running. */
  silentSeconds: number | null;
  /** Silent for longer than the lease. */
  dead: boolean;
  stopRequested: boolean;
  /** The log number before the run's first event, of its newest one, and of the newest that belongs to a finished step. */
  firstEvent: number;
  lastEvent: number;
  committedEvent: number;
}
