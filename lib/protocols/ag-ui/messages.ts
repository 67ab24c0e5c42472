import {
  type Block,
  isErrorOutcome,
  isNote,
  type Message,
  outcomeText,
  type ToolCallBlock,
  type ToolOutcome,
  toolCalls,
} from "../../agent/messages";
import type { Json } from "../../json";
import type { AgUiEvent, AgUiMessage, AgUiPart, AgUiToolCall, AgUiToolMessage } from "./wire";

/** Stands between the reasoning blocks of one step, which are paragraphs. Its text blocks are fragments of one text. */
export const REASONING_SEPARATOR = "\n\n";

/**
 * Ids on the wire, derived from stored ones, so that a live stream and a reload agree. A step's gated and frontend calls
 * stand in a message of their own: a client runs handlers only for messages that are new to it, and a step's text is
 * there long before a person has decided.
 */
export const callsMessageId = (stepId: string) => `${stepId}_calls`;
export const reasoningMessageId = (stepId: string) => `${stepId}_reasoning`;

/** The id of the message that holds a call of the step. */
export function ownerId(stepId: string, call: Pick<ToolCallBlock, "kind" | "approval">): string {
  return call.kind === "frontend" || call.approval ? callsMessageId(stepId) : stepId;
}

interface StoredResult {
  message: Message;
  outcome: ToolOutcome;
  /** Its place among the results. */
  order: number;
}

/**
 * Stored messages as AG-UI messages, in the order in which a live client holds them: what was reasoned and said in a
 * step, its calls, each message of calls directly followed by its results. A call without a result is left out unless
 * `isShown` says that the client has it.
 */
export function toAgUiMessages(messages: Message[], isShown: (callId: string) => boolean): AgUiMessage[] {
  const shown = messages.filter((message) => message.supersededBy === null);
  const results = new Map<string, StoredResult>();
  for (const message of shown) {
    for (const block of message.blocks) {
      if (block.type === "tool-result") {
        results.set(block.callId, { message, outcome: block.outcome, order: results.size });
      }
    }
  }
  return shown.flatMap((message): AgUiMessage[] => {
    if (message.role === "user") return [toUserMessage(message)];
    if (message.role !== "assistant" || isNote(message)) return [];
    return stepMessages(message, results, isShown);
  });
}

function stepMessages(
  message: Message,
  results: Map<string, StoredResult>,
  isShown: (callId: string) => boolean,
): AgUiMessage[] {
  const calls = toolCalls(message).filter((call) => results.has(call.callId) || isShown(call.callId));
  const ungated = calls.filter((call) => ownerId(message.id, call) === message.id);
  const gated = calls.filter((call) => ownerId(message.id, call) !== message.id);

  const texts = message.blocks.filter((block) => block.type === "text" && block.text !== "");
  const thoughts = message.blocks.filter((block) => block.type === "reasoning" && block.text !== "");
  const said: AgUiMessage[] = [];
  if (texts.length > 0 || ungated.length > 0) {
    said.push({
      id: message.id,
      role: "assistant",
      ...(texts.length > 0 && { content: texts.map(textOf).join("") }),
      ...(ungated.length > 0 && { toolCalls: ungated.map(toToolCall) }),
    });
    said.push(...resultMessages(ungated, results));
  }
  const reasoned: AgUiMessage[] =
    thoughts.length > 0
      ? [
          {
            id: reasoningMessageId(message.id),
            role: "reasoning",
            content: thoughts.map(textOf).join(REASONING_SEPARATOR),
          },
        ]
      : [];
  const [firstText, firstThought] = [texts[0], thoughts[0]];
  const textFirst =
    firstText && firstThought && message.blocks.indexOf(firstText) < message.blocks.indexOf(firstThought);
  const step = textFirst ? [...said, ...reasoned] : [...reasoned, ...said];
  if (gated.length === 0) return step;
  const toolCallList = inOrderOfDispatch(gated, results).map(toToolCall);
  return [
    ...step,
    { id: callsMessageId(message.id), role: "assistant", toolCalls: toolCallList },
    ...resultMessages(gated, results),
  ];
}

/**
 * Gated and frontend calls reach a client in two ways: those that were settled here (rejected, executed, refused) one by
 * one with their results, before the others are dispatched together. What is settled in a step carries its number;
 * accepted answers and what closes an ended run carry none.
 */
function inOrderOfDispatch(calls: ToolCallBlock[], results: Map<string, StoredResult>): ToolCallBlock[] {
  const order = (call: ToolCallBlock) => {
    const result = results.get(call.callId);
    const isSettledHere = result && (result.outcome.type === "rejected" || result.message.step > 0);
    return isSettledHere ? result.order : Number.POSITIVE_INFINITY;
  };
  return calls.toSorted((a, b) => {
    const [first, second] = [order(a), order(b)];
    return first === second ? 0 : first - second;
  });
}

function resultMessages(calls: ToolCallBlock[], results: Map<string, StoredResult>): AgUiToolMessage[] {
  return calls
    .flatMap((call) => {
      const result = results.get(call.callId);
      return result ? [{ ...result, callId: call.callId }] : [];
    })
    .toSorted((a, b) => a.order - b.order)
    .map(({ message, callId, outcome }) => toToolMessage(message.id, callId, outcome));
}

/**
 * A failed result is marked as an error; a rejection is an instruction and is not. What either is, for those who want to
 * show it, is in the metadata.
 */
export function toToolMessage(id: string, toolCallId: string, outcome: ToolOutcome): AgUiToolMessage {
  const content = outcomeText(outcome);
  return {
    id,
    role: "tool",
    toolCallId,
    content,
    ...(isErrorOutcome(outcome) && { error: content }),
    ...(outcome.type !== "result" && { metadata: { neuron: outcomeMark(outcome) } }),
  };
}

/** The event of a result: the protocol has no error on it. */
export function toResultEvent({ error: _, id, ...message }: AgUiToolMessage): AgUiEvent {
  return { type: "TOOL_CALL_RESULT", messageId: id, ...message };
}

function outcomeMark(outcome: Exclude<ToolOutcome, { type: "result" }>) {
  return { outcome: outcome.type, ...(outcome.type === "rejected" && outcome.reason && { reason: outcome.reason }) };
}

export function toToolCall({
  callId,
  toolName,
  input,
  approval,
}: Pick<ToolCallBlock, "callId" | "toolName" | "input" | "approval">): AgUiToolCall {
  const { approved, reason } = approval?.decision ?? {};
  return {
    id: callId,
    type: "function",
    function: { name: toolName, arguments: argumentsText(input) },
    // That a call was rejected is said by its result.
    ...(approved && { metadata: { neuron: { approved, ...(reason && { reason }) } } }),
  };
}

/** Arguments as clients parse them: an object, also where the model wrote something else. */
export function argumentsText(input: Json): string {
  const isObject = typeof input === "object" && input !== null && !Array.isArray(input);
  return JSON.stringify(isObject ? input : { invalid_arguments: input });
}

function toUserMessage(message: Message): AgUiMessage {
  const parts = message.blocks.flatMap(toPart);
  const [only] = parts;
  const content = parts.length === 1 && only?.type === "text" ? only.text : parts;
  return { id: message.id, role: "user", content };
}

function toPart(block: Block): AgUiPart[] {
  if (block.type === "text") return [{ type: "text", text: block.text }];
  if (block.type !== "file") return [];
  const value = block.url.slice(block.url.indexOf(",") + 1);
  const type = block.mediaType.startsWith("image/") ? "image" : "document";
  const { mediaType: mimeType, filename } = block;
  return [{ type, source: { type: "data", value, mimeType }, ...(filename && { metadata: { filename } }) }];
}

function textOf(block: Block): string {
  return block.type === "text" || block.type === "reasoning" ? block.text : "";
}
