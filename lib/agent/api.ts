import type { ThreadRef } from "../workflow/types";
import type { AgentInterrupt, AgentRun, ApprovalDecision, ClientTool, NumberedAgentEvent } from "./events";
import type { Message, ToolOutcome } from "./messages";
import type { InputTranslator, StreamAdapterFactory, StreamContext, UserInput } from "./protocol";

/** Outcome of one native result entry: exactly one of the two. */
export type NativeResult = { result: unknown } | { error: string };
export type NativeDecision = "approve" | "reject" | ["reject", string];

export interface TurnOptions {
  /** Tools that the client declares on this request; the tool policy has already been applied. */
  catalog?: ClientTool[];
  /** Replace the stored answer of the same question by a new run. */
  regenerate?: boolean;
}

/**
 * What became of a request.
 * `started` a new turn · `continued` the answers completed the wait · `kept` a partial answer was stored, the run still
 * waits · `following` the run was already running (a repeat) · `replayed` the run had already ended.
 */
export type Acceptance = "started" | "continued" | "kept" | "following" | "replayed";

/** A turn or continuation that has been accepted: durable from here on, whatever happens to the response. */
export interface RunHandle {
  acceptance: Acceptance;
  /** The run as accepted. */
  run: AgentRun;
  context: StreamContext;
  /**
   * The run's log from `context.after` to the end of the segment; through an adapter, in its protocol's items.
   * `signal` releases a reader that has left; the run goes on.
   */
  events(): AsyncIterable<NumberedAgentEvent>;
  events<Wire>(adapter: StreamAdapterFactory<Wire>, signal?: AbortSignal): AsyncIterable<Wire>;
  /** Waits for the end of the segment. */
  settled(): Promise<AgentResult>;
}

/** The state of a run at the end of a segment (the seeds' `AgentState` surface). */
export interface AgentResult {
  run: AgentRun;
  isInterrupted(): boolean;
  getInterruptRequest(): AgentInterrupt | null;
  /** The run's final assistant message, `null` while it has none. */
  getMessage(): Message | null;
}

/** Staged answers. Nothing has happened until one of these is called; validation is eager in `accept`. */
export interface Continuation {
  accept(): Promise<RunHandle>;
  run(): Promise<AgentResult>;
  events(): AsyncIterable<NumberedAgentEvent>;
  events<Wire>(adapter: StreamAdapterFactory<Wire>): AsyncIterable<Wire>;
}

/** The contract's `inspect` shape. */
export interface InspectedCall {
  callId: string;
  toolName: string;
  input: unknown;
  reason?: string;
  /** Present once this call of the current wait has been answered. */
  outcome?: ApprovalDecision | ToolOutcome;
}
export interface Inspection {
  threadId: string;
  title: string;
  run: null | {
    runId: string;
    status: AgentRun["status"];
    attempt: number;
    heartbeatAt: string | null;
    error?: { code: string; message: string };
    interrupt: null | { id: string; type: AgentInterrupt["type"]; calls: InspectedCall[] };
  };
}

/** Fence of a platform caller: refused as `stale` unless both match. */
export interface RunFence {
  runId: string;
  attempt: number;
}

/** The agent on one thread (the seeds' verbs). Every method checks the owner first. */
export interface ThreadAgent {
  readonly ref: ThreadRef;
  /** A turn without streaming: runs to its end or suspension. */
  chat(message: string | UserInput, options?: TurnOptions): Promise<AgentResult>;
  /** A streaming turn. Resolves when the question is durable. */
  stream(message: string | UserInput, options?: TurnOptions): Promise<RunHandle>;
  submitToolResults(results: Record<string, NativeResult>): Continuation;
  submitApprovalDecisions(decisions: Record<string, NativeDecision>): Continuation;
  submitInputs<Payload>(payload: Payload, translator: InputTranslator<Payload>): Continuation;
  /** Signals an awaited event by name. */
  signal(name: string, payload: unknown): Continuation;
  /** The thread and its latest run; `null` when the thread does not exist. */
  inspect(): Promise<Inspection | null>;
  /** The live run, to follow it from its first event; `null` when nothing runs. */
  attach(): Promise<RunHandle | null>;
  /**
   * Follows the thread's log from a number: stored history, then live until no run is running. With `merged`, pieces of
   * one text that are at hand together come as one event.
   */
  follow(after: number, options?: { signal?: AbortSignal; merged?: boolean }): AsyncIterable<NumberedAgentEvent>;
  /**
   * Continues a failed or dead run from its last committed step. A completion that is retained until it is acknowledged
   * is handed out again, as often as it is asked for.
   */
  recover(fence?: RunFence): Promise<RunHandle>;
  /** Ends the live run; `false` when there is none. */
  stop(): Promise<boolean>;
  /** Discards a paused, failed or dead run; `false` when there is none. */
  abandon(): Promise<boolean>;
  /**
   * For agents with `retainCompletionUntilAcknowledged`: the completed run has been delivered, and the thread takes its
   * next turn. `false` when it had been acknowledged before; `stale` when another run is the latest.
   */
  acknowledge(runId: string): Promise<boolean>;
  /** Deletes history and run. */
  resetConversation(): Promise<void>;
  /** The transcript with the run it belongs to, and the log number up to which it reaches. */
  history(page?: { limit?: number; before?: string }): Promise<{
    messages: Message[];
    more: boolean;
    run: AgentRun | null;
    after: number;
  }>;
}
