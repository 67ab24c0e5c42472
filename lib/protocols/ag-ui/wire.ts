import type { Json, JsonObject } from "../../json";

/*
 * The part of AG-UI that we speak: what `@ag-ui/client` 0.0.59 and 1.0.x both accept. Their own types differ from each
 * other, and each allows what the other refuses.
 */

export interface AgUiToolCall {
  id: string;
  type: "function";
  function: { name: string; arguments: string };
  metadata?: AgUiCallMetadata;
}

/** A person has approved the call. */
export type AgUiCallMetadata = { neuron?: { approved: true; reason?: string } };

/** A part of a user message: text, or a file that is carried inline or fetched by whoever needs it. */
export type AgUiPart =
  | { type: "text"; text: string }
  | {
      type: "image" | "audio" | "video" | "document";
      source: { type: "data"; value: string; mimeType: string } | { type: "url"; value: string; mimeType?: string };
      /** `filename`, for which the protocol has no field: where CopilotKit's own chat keeps it too. */
      metadata?: Record<string, unknown>;
    };

export interface AgUiUserMessage {
  id: string;
  role: "user";
  content: string | AgUiPart[];
}
export interface AgUiAssistantMessage {
  id: string;
  role: "assistant";
  content?: string;
  toolCalls?: AgUiToolCall[];
}
export interface AgUiToolMessage {
  id: string;
  role: "tool";
  toolCallId: string;
  content: string;
  error?: string;
  metadata?: AgUiMetadata;
}

/** What the protocol has no words for, in its own place for such things: how a call ended that has no result. */
export type AgUiMetadata = { neuron?: { outcome: "error" | "rejected" | "stopped" | "cancelled"; reason?: string } };
export interface AgUiReasoningMessage {
  id: string;
  role: "reasoning";
  content: string;
}
export interface AgUiInstructionMessage {
  id: string;
  role: "system" | "developer";
  content: string;
}

/** A message of the conversation. Activity messages are a client's own and never travel. */
export type AgUiMessage =
  | AgUiUserMessage
  | AgUiAssistantMessage
  | AgUiToolMessage
  | AgUiReasoningMessage
  | AgUiInstructionMessage;

/** What a suspended run waits for. Answered with `resume` on the next request. */
export interface AgUiInterrupt {
  id: string;
  reason: string;
  message?: string;
  responseSchema?: JsonObject;
  metadata?: JsonObject;
}

export type AgUiEvent =
  | { type: "RUN_STARTED"; threadId: string; runId: string }
  | {
      type: "RUN_FINISHED";
      threadId: string;
      runId: string;
      outcome?: { type: "interrupt"; interrupts: AgUiInterrupt[] };
    }
  | { type: "RUN_ERROR"; message: string; code: string }
  | { type: "TEXT_MESSAGE_START"; messageId: string; role: "assistant" }
  | { type: "TEXT_MESSAGE_CONTENT"; messageId: string; delta: string }
  | { type: "TEXT_MESSAGE_END"; messageId: string }
  | { type: "REASONING_START"; messageId: string }
  | { type: "REASONING_MESSAGE_START"; messageId: string; role: "reasoning" }
  | { type: "REASONING_MESSAGE_CONTENT"; messageId: string; delta: string }
  | { type: "REASONING_MESSAGE_END"; messageId: string }
  | { type: "REASONING_END"; messageId: string }
  | {
      type: "TOOL_CALL_START";
      toolCallId: string;
      toolCallName: string;
      parentMessageId: string;
      metadata?: AgUiCallMetadata;
    }
  | { type: "TOOL_CALL_ARGS"; toolCallId: string; delta: string }
  | { type: "TOOL_CALL_END"; toolCallId: string }
  | {
      type: "TOOL_CALL_RESULT";
      messageId: string;
      toolCallId: string;
      content: string;
      role: "tool";
      metadata?: AgUiMetadata;
    }
  | { type: "STATE_SNAPSHOT"; snapshot: Json }
  | { type: "MESSAGES_SNAPSHOT"; messages: AgUiMessage[] }
  | { type: "STEP_STARTED"; stepName: string }
  | { type: "STEP_FINISHED"; stepName: string }
  | { type: "ACTIVITY_SNAPSHOT"; messageId: string; activityType: string; content: JsonObject }
  | { type: "CUSTOM"; name: string; value: Json };
