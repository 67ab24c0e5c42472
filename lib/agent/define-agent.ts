import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { AnyNode, Middleware } from "../workflow/node";
import type { AgentTypes } from "./events";
import type { Message, ToolCallBlock, ToolOutcome } from "./messages";
import type { AnyTool } from "./tool";

/** A language model behind the AI SDK's provider specification. Retries before the first token are its business. */
export interface ModelPort {
  /** `provider/model`, for the record. */
  id: string;
  /** @param run.attempt of the run that asks, from 1 */
  stream(
    options: LanguageModelV4CallOptions,
    run: { attempt: number },
  ): Promise<ReadableStream<LanguageModelV4StreamPart>>;
}

/** What a client may declare on AG-UI and CopilotKit. A server tool's name is always refused. */
export interface ClientToolPolicy {
  /** Names that need a person's approval, whoever declares them, with the reason shown. */
  requireApproval?: Record<string, string>;
  /** Most tools of one catalog (default 64). */
  maxTools?: number;
}

export interface AgentConfig {
  name: string;
  /** System instructions: stable over turns, so that providers can cache the start of the request. */
  instructions: string;
  tools: AnyTool[];
  clientTools?: ClientToolPolicy;
  /** Executions per tool across a run, resumes included (default 10). */
  toolMaxRuns?: number;
  /** Model steps per run (default 24). */
  maxSteps?: number;
  /** Refused calls (unknown tool, bad arguments) in a row before the run fails (default 3). */
  maxInvalidCalls?: number;
  /** Tokens, roughly counted, that the messages may take (default 50,000); the oldest turns are archived beyond it. */
  contextWindow?: number;
  /** Share of the window that a cut frees, 0 ≤ ratio < 1 (default 0.5). */
  historyTrimRatio?: number;
  /** Turn context: read when a turn starts, sent with the question, never stored in history. */
  context?: (input: { threadId: string; ownerId: string }) => string[] | Promise<string[]>;
  /** Turns an exception that escaped a server tool into a result that the model reads; `null` lets it fail the run. */
  toolErrorHandler?: (error: unknown, call: { toolName: string; callId: string }) => ToolOutcome | null;
  /** Result of a call that an interrupted turn left open. */
  interruptedResult?: (call: ToolCallBlock) => ToolOutcome | Promise<ToolOutcome>;
  /** Note between an unanswered question and the next one. */
  interruptedAnswer?: string;
  /** Messages that the turn adds to history before its question. Default: {@link closeOpenTurn}. */
  requestMessages?: (history: Message[], question: Message, close: () => Promise<Message[]>) => Promise<Message[]>;
  /** Replaces the nodes before inference (must handle `agent-start` and lead to `infer`). */
  entryNodes?: () => AnyNode<AgentTypes>[];
  /** Replaces the node that accepts `output`; its chain must end with a stop. */
  exitNodes?: () => AnyNode<AgentTypes>[];
  middleware?: Middleware<AgentTypes>[];
  /** Passed to the model unchanged: temperature, maxOutputTokens, providerOptions … */
  modelOptions?: Partial<
    Pick<LanguageModelV4CallOptions, "temperature" | "maxOutputTokens" | "topP" | "providerOptions">
  >;
  retainCompletionUntilAcknowledged?: boolean;
}

export type AgentDefinition = Readonly<AgentConfig> & { readonly toolsByName: ReadonlyMap<string, AnyTool> };

/** Declares an agent. Two tools of one name are a programming error. */
export function defineAgent(config: AgentConfig): AgentDefinition {
  const toolsByName = new Map<string, AnyTool>();
  for (const tool of config.tools) {
    if (toolsByName.has(tool.name)) throw new Error(`The agent "${config.name}" has two tools named "${tool.name}".`);
    toolsByName.set(tool.name, tool);
  }
  return { ...config, toolsByName };
}
