import type { Json, JsonObject } from "../json";
import type { Interrupt, LogEvent, NumberedEvent, Run, WorkflowTypes } from "../workflow/types";
import type { Block, Message, ToolKind, ToolOutcome } from "./messages";
import type { AgentResources } from "./resources";

/** A tool as a client declared it; its schema reaches the model unchanged. */
export interface ClientTool {
  name: string;
  description: string;
  parameters: JsonObject;
}

/** One call of an interrupt. */
export interface PendingCall {
  callId: string;
  toolName: string;
  input: Json;
  /** Only on approvals. */
  reason?: string;
}

/** A person's decision about one call. */
export interface ApprovalDecision {
  approved: boolean;
  reason?: string;
  /** The client in which they decided, by its name; absent where the request does not say. */
  via?: string;
}

/** One accepted answer of an interrupt. */
export type Answer =
  | { type: "approval"; approved: boolean; reason?: string }
  | { type: "outcome"; outcome: ToolOutcome; messageId?: string }
  | { type: "event"; payload: Json };

export interface TokenUsage {
  inputTokens: number | null;
  outputTokens: number | null;
  cachedInputTokens: number | null;
  reasoningTokens: number | null;
}

export type FinishReason = "stop" | "length" | "content-filter" | "tool-calls" | "error" | "other";

/**
 * Protocol-neutral, bracketed log events of an agent. Every `…-delta` and `…-end` has its `…-start` in the same step;
 * ids of text and reasoning blocks are unique in the run.
 *
 * Order of a call's life: tool-input-start → tool-input-delta* → tool-call → (approval-requested → approval-responded)
 * → calls-dispatched (frontend only) → tool-result.
 */
export type AgentEvent =
  /** The question as stored. Follows `run-started`. Absent when a run regenerates an answer. */
  | { type: "user-message"; messageId: string; blocks: Block[] }
  /** A model step begins; `messageId` is the id of the assistant message that the step will be stored as. */
  | { type: "step-start"; step: number; messageId: string; model: string }
  | { type: "step-end"; step: number; finishReason: FinishReason; usage: TokenUsage }
  | { type: "text-start"; id: string }
  | { type: "text-delta"; id: string; delta: string }
  | { type: "text-end"; id: string }
  | { type: "reasoning-start"; id: string }
  | { type: "reasoning-delta"; id: string; delta: string }
  | { type: "reasoning-end"; id: string }
  | { type: "tool-input-start"; callId: string; toolName: string; kind: ToolKind }
  | { type: "tool-input-delta"; callId: string; delta: string }
  /** The complete call. `approval` present: a person decides first. `invalid` present: an error `tool-result` follows. */
  | {
      type: "tool-call";
      callId: string;
      toolName: string;
      input: Json;
      kind: ToolKind;
      approval?: { reason: string };
      invalid?: string;
    }
  | { type: "approval-requested"; callId: string; toolName: string; input: Json; reason: string }
  | ({ type: "approval-responded"; callId: string } & ApprovalDecision)
  /** Frontend calls are handed to the browser, all of a batch together. */
  | { type: "calls-dispatched"; calls: PendingCall[] }
  /** Any outcome: of a server tool, from the browser (`messageId`: the client's own id of it), rejected, stopped. */
  | {
      type: "tool-result";
      callId: string;
      toolName: string;
      outcome: ToolOutcome;
      messageId: string;
      from: "server" | "client";
    }
  /** Portable progress of nodes and tools. `transient` ones are not kept once the run has ended. */
  | { type: "step-progress"; name: string; status: "started" | "finished"; stepId: string }
  | { type: "activity"; messageId: string; activityType: string; content: JsonObject }
  | { type: "custom"; name: string; value: Json };

/** The run's constant data. */
export interface RunData {
  /** Id of the one assistant message that the AI SDK shows for this run. */
  messageId: string;
  /** Id of the user message that the run answers. */
  questionId: string;
  /** Model id, for the record. */
  model: string;
  /** `stream`: an answer streams; `run`: the turn was asked without streaming. Kept for the whole run. */
  mode: "stream" | "run";
  /** Tools that the client declared (AG-UI, CopilotKit); `null` when the client declares none. */
  catalog: ClientTool[] | null;
}

export interface AgentState {
  /** Catalog now in force: a continuation may replace the run's. */
  catalog: ClientTool[] | null;
  /** Every client tool name that the run was ever offered. */
  offered: string[];
  /** Executions per tool across the run, resumes included. */
  toolRuns: { [toolName: string]: number };
  /** Model steps so far. */
  steps: number;
  /** Refused calls in a row. */
  invalidCalls: number;
  /** Messages to be saved with the question once the first inference succeeds. */
  opening: Message[];
  /** Turn context: sent with the question on every request of the turn, never stored in history. */
  context: string[];
}

/** Events routed between the agent's nodes. */
export type AgentNodeEvent =
  | { type: "agent-start" }
  | { type: "infer" }
  | { type: "tools"; messageId: string; step: number }
  | { type: "await-results"; messageId: string; step: number; callIds: string[] }
  | { type: "output"; finishReason: FinishReason }
  | { type: "end" };

export interface CallsRequest {
  calls: PendingCall[];
}

/** Binds the engine's type parameters to the agent. */
export interface AgentTypes extends WorkflowTypes {
  event: AgentNodeEvent;
  state: AgentState;
  log: AgentEvent;
  record: Message;
  data: RunData;
  request: CallsRequest;
  answer: Answer;
  resources: AgentResources;
}

export type AgentRun = Run<AgentTypes>;
export type AgentInterrupt = Interrupt<AgentTypes>;
export type AgentLogEvent = LogEvent<AgentTypes>;
export type NumberedAgentEvent = NumberedEvent<AgentTypes>;
