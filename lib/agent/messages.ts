import type { Json, JsonObject } from "../json";
import type { RecordBase } from "../workflow/types";

/** Metadata of the model provider (signatures, item ids), kept byte for byte and never taken from a client. */
export type ProviderMetadata = Record<string, JsonObject>;

/** Where a tool runs: in this process, in the browser, or nowhere because nobody offers it. */
export type ToolKind = "server" | "frontend" | "unknown";

export interface TextBlock {
  type: "text";
  text: string;
  providerMetadata?: ProviderMetadata;
}
export interface ReasoningBlock {
  type: "reasoning";
  text: string;
  providerMetadata?: ProviderMetadata;
}
export interface ToolCallBlock {
  type: "tool-call";
  callId: string;
  toolName: string;
  input: Json;
  kind: ToolKind;
  /** Present when the call needs a person's approval: the reason shown, and the decision once it is made. */
  approval?: { reason: string; decision?: { approved: boolean; reason?: string; via?: string } };
  /** Why the call was refused before anything ran: unknown tool, invalid JSON, arguments against the schema. */
  invalid?: string;
  providerMetadata?: ProviderMetadata;
}
export interface ToolResultBlock {
  type: "tool-result";
  callId: string;
  toolName: string;
  outcome: ToolOutcome;
}
export interface FileBlock {
  type: "file";
  mediaType: string;
  /** A base64 `data:` URL. */
  url: string;
  filename?: string;
}
export type Block = TextBlock | ReasoningBlock | ToolCallBlock | ToolResultBlock | FileBlock;

/**
 * How a call ended. `result` without `value` is an answer too and reads as null.
 * `rejected` is a person's decision, never a result. `stopped` and `cancelled` closed a call that was still open.
 */
export type ToolOutcome =
  | { type: "result"; value?: Json }
  | { type: "error"; message: string }
  | { type: "rejected"; reason?: string }
  | { type: "stopped"; message: string }
  | { type: "cancelled"; message: string };

export type Role = "user" | "assistant" | "tool";

/** One stored message: our own format, version 1. A tool message holds the one result of its call. */
export interface Message extends RecordBase {
  v: 1;
  role: Role;
  /** The model step that wrote it, counted over the run. */
  step: number;
  blocks: Block[];
  /** On tool messages: the call that it answers. Unique per thread, so that a call has one result. */
  callId: string | null;
  /** Whether the model's history contains it: a question does from its first successful inference on. */
  inContext: boolean;
  /** Run that replaced this message (regenerate), or voided it (recover). Such messages show nowhere. */
  supersededBy: string | null;
  /** Moved out of the model's window; still in the transcript. */
  archived: boolean;
  createdAt: string;
}

/** The model reads an outcome as text; two outcomes are identical when the model would read the same. */
export function outcomeText(outcome: ToolOutcome): string {
  switch (outcome.type) {
    case "result":
      return typeof outcome.value === "string" ? outcome.value : JSON.stringify(outcome.value ?? null);
    case "error":
    case "stopped":
    case "cancelled":
      return outcome.message;
    case "rejected":
      return outcome.reason
        ? `The user rejected this call. The tool was not executed. Reason: ${outcome.reason}`
        : "The user rejected this call. The tool was not executed.";
  }
}

/** Whether a model (and a client) should see the outcome as an error. */
export function isErrorOutcome(outcome: ToolOutcome): boolean {
  return outcome.type === "error" || outcome.type === "stopped" || outcome.type === "cancelled";
}

export function sameOutcome(a: ToolOutcome, b: ToolOutcome): boolean {
  return (
    isErrorOutcome(a) === isErrorOutcome(b) &&
    (a.type === "rejected") === (b.type === "rejected") &&
    outcomeText(a) === outcomeText(b)
  );
}

export function toolCalls(message: Message): ToolCallBlock[] {
  return message.blocks.filter((block) => block.type === "tool-call");
}

export function messageText(message: Pick<Message, "blocks">): string {
  return message.blocks.map((block) => (block.type === "text" ? block.text : "")).join("");
}

const NOTE_SUFFIX = "_interrupted";

/** Id of the note that tells the model, and nobody else, that the question before this one had no answer. */
export function noteId(questionId: string): string {
  return `${questionId}${NOTE_SUFFIX}`;
}

export function isNote({ id }: Pick<Message, "id">): boolean {
  return id.endsWith(NOTE_SUFFIX);
}

/** Id of the tool message that a server writes for a call, the same live and hydrated. */
export function resultMessageId(callId: string): string {
  return `result_${callId}`;
}

/** The outcomes that stored messages hold, by call id. */
export function outcomesByCall(messages: Message[]): Map<string, ToolOutcome> {
  const outcomes = new Map<string, ToolOutcome>();
  for (const message of messages) {
    for (const block of message.blocks) if (block.type === "tool-result") outcomes.set(block.callId, block.outcome);
  }
  return outcomes;
}
