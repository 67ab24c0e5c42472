/**
 * What the shared conversation pieces render. Each client maps its own messages to these, so that one set of cards
 * serves all of them. The state names are the AI SDK's.
 */

export const TOOL_STATES = [
  "input-streaming",
  "input-available",
  "approval-requested",
  "approval-responded",
  "output-available",
  "output-error",
  "output-denied",
] as const;

export type ToolState = (typeof TOOL_STATES)[number];

export interface ViewTextPart {
  type: "text";
  /** Unique in its message. */
  id: string;
  text: string;
  streaming: boolean;
}

export interface ViewReasoningPart {
  type: "reasoning";
  id: string;
  text: string;
  streaming: boolean;
}

/** A file that came with a question. */
export interface ViewFilePart {
  type: "file";
  id: string;
  mediaType: string;
  url: string;
  filename?: string;
}

export interface ViewApproval {
  /** Why a person has to decide. */
  question?: string;
  /** The decision, once it is made. */
  approved?: boolean;
  /** What the person gave as their reason. */
  reason?: string;
}

/**
 * Where the execution of a frontend call stands on this page.
 * `running` its handler works here · `unstarted` it waits, and this page was not the one to start it.
 */
export type BrowserExecution = "running" | "unstarted";

export interface ViewToolPart {
  type: "tool";
  callId: string;
  toolName: string;
  state: ToolState;
  /** Partial while `input-streaming`, and possibly `undefined`. */
  input?: unknown;
  /** Only in `output-available`; `undefined` there is an answer too and reads as null. */
  output?: unknown;
  /** Only in `output-error`. */
  errorText?: string;
  approval?: ViewApproval;
  browser?: BrowserExecution;
  /** The call is complete, but its batch has an approval that is still open: nobody may start it yet. */
  heldBack?: boolean;
  /** News about the call that is not part of its outcome, such as a decision made in another tab. */
  note?: string;
  /** Whether the call still belongs to the live turn; cards of earlier turns take no answers. */
  live: boolean;
}

export type ViewPart = ViewTextPart | ViewReasoningPart | ViewFilePart | ViewToolPart;

export interface ViewMessage {
  id: string;
  role: "user" | "assistant";
  parts: ViewPart[];
  /** Why there is no (complete) answer, in a short sentence. */
  ended?: string;
}

/** The status names of the contract (and of `useChat`). */
export type ViewStatus = "ready" | "submitted" | "streaming" | "error";

/** What a person can do with a call. Each settles at once; what is sent, and when, is the client's business. */
export interface CallActions {
  /** Decides about a call in `approval-requested`. */
  decide(callId: string, decision: { approved: boolean; reason?: string }): void;
  /** Answers a call that a person answers. */
  answer(callId: string, output: unknown): void;
  /** Runs a waiting call here. */
  run(callId: string): void;
  /** Ends a waiting call with the cancellation error. */
  cancel(callId: string): void;
}

/** A failure as the banner shows it: what happened, and what to do about it. */
export interface ViewProblem {
  title: string;
  advice: string;
  /** What "Retry" would do is the client's business; absent where a retry makes no sense. */
  retry?: boolean;
  /** Found in the server's log. */
  requestId?: string;
}
