import { ClientView } from "./client-view";
import { callsMessageId, reasoningMessageId, toResultEvent } from "./messages";
import type { AgUiEvent, AgUiMessage, AgUiToolCall } from "./wire";

/** What storage says about one run, as AG-UI messages. */
export interface RunMessages {
  questionId: string;
  /** The run's messages, its question included, in order. */
  messages: AgUiMessage[];
  /** Ids of the steps that wrote them. */
  stepIds: string[];
  /** Whether a message that storage does not have is of this run all the same: a step that is void. */
  owns(message: AgUiMessage): boolean;
}

/**
 * The client's list as it should be: every run's answers as storage has them, right after their question, and all
 * else as the client has it. Reasoning that the client has dropped from a step it knows is not forced on it again.
 */
export function reconcile(held: readonly AgUiMessage[], runs: RunMessages[]): AgUiMessage[] {
  const heldIds = new Set(held.map((message) => message.id));
  const answers = runs.map((run) => ({ run, list: wanted(run, held, heldIds) }));
  const placed = new Set<RunMessages>();
  const next: AgUiMessage[] = [];
  const place = (run: RunMessages, list: AgUiMessage[]) => {
    if (!placed.has(run)) next.push(...list);
    placed.add(run);
  };
  for (const message of held) {
    const asked = answers.find(({ run }) => run.questionId === message.id);
    const own = asked ? undefined : answers.find(({ run, list }) => isOf(run, list, message));
    if (!own) next.push(message);
    const here = asked ?? own;
    if (here && (own === undefined || !heldIds.has(here.run.questionId))) place(here.run, here.list);
  }
  for (const { run, list } of answers) {
    if (placed.has(run)) continue;
    next.push(...run.messages.filter((message) => message.id === run.questionId));
    place(run, list);
  }
  return next;
}

/** The events that turn the client's list into the other one; none when it holds the same already. */
export function catchUp(held: readonly AgUiMessage[], next: readonly AgUiMessage[]): AgUiEvent[] {
  let same = 0;
  while (same < held.length && isSame(held[same], next[same])) same += 1;
  if (same === held.length) {
    const events = next.slice(same).flatMap(toEvents);
    const view = new ClientView(held);
    for (const event of events) view.apply(event);
    if (isSameList(view.messages, next)) return events;
  }
  // A client keeps the order of what it has and puts what is new at its end.
  const heldIds = held.map((message) => message.id);
  const nextIds = next.map((message) => message.id);
  const kept = heldIds.filter((id) => nextIds.includes(id));
  const merged = [...kept, ...nextIds.filter((id) => !heldIds.includes(id))];
  const snapshot: AgUiEvent = { type: "MESSAGES_SNAPSHOT", messages: [...next] };
  if (merged.every((id, index) => id === nextIds[index])) return [snapshot];
  const common = nextIds.findIndex((id, index) => id !== kept[index]);
  return [{ type: "MESSAGES_SNAPSHOT", messages: next.slice(0, common) }, snapshot];
}

/** A whole message as a stream. */
function toEvents(message: AgUiMessage): AgUiEvent[] {
  const { id: messageId } = message;
  switch (message.role) {
    case "assistant":
      return [
        ...(message.content ? textEvents(messageId, message.content) : []),
        ...(message.toolCalls ?? []).flatMap((call) => callEvents(messageId, call)),
      ];
    case "reasoning":
      return [
        { type: "REASONING_START", messageId },
        { type: "REASONING_MESSAGE_START", messageId, role: "reasoning" },
        { type: "REASONING_MESSAGE_CONTENT", messageId, delta: message.content },
        { type: "REASONING_MESSAGE_END", messageId },
        { type: "REASONING_END", messageId },
      ];
    case "tool":
      return [toResultEvent(message)];
    default:
      return [];
  }
}

function textEvents(messageId: string, delta: string): AgUiEvent[] {
  return [
    { type: "TEXT_MESSAGE_START", messageId, role: "assistant" },
    { type: "TEXT_MESSAGE_CONTENT", messageId, delta },
    { type: "TEXT_MESSAGE_END", messageId },
  ];
}

/** A whole call. The client's library takes it as handed to it. */
export function callEvents(
  parentMessageId: string,
  { id: toolCallId, function: { name, arguments: delta }, metadata }: AgUiToolCall,
): AgUiEvent[] {
  return [
    { type: "TOOL_CALL_START", toolCallId, toolCallName: name, parentMessageId, ...(metadata && { metadata }) },
    { type: "TOOL_CALL_ARGS", toolCallId, delta },
    { type: "TOOL_CALL_END", toolCallId },
  ];
}

function wanted(run: RunMessages, held: readonly AgUiMessage[], heldIds: Set<string>): AgUiMessage[] {
  const own = new Map(held.map((message) => [message.id, message]));
  const optional = new Set(
    run.stepIds
      .filter((id) => heldIds.has(id) || heldIds.has(callsMessageId(id)))
      .map(reasoningMessageId)
      .filter((id) => !heldIds.has(id)),
  );
  return run.messages
    .filter((message) => message.id !== run.questionId && !optional.has(message.id))
    .map((message) => {
      const copy = own.get(message.id);
      // Its own result a client may have worded in its own way.
      return copy && message.role === "tool" && isSame(copy, message) ? copy : message;
    });
}

function isOf(run: RunMessages, list: AgUiMessage[], message: AgUiMessage): boolean {
  return list.some(({ id }) => id === message.id) || run.owns(message);
}

function isSameList(a: readonly AgUiMessage[], b: readonly AgUiMessage[]): boolean {
  return a.length === b.length && a.every((message, index) => isSame(message, b[index]));
}

function isSame(a: AgUiMessage | undefined, b: AgUiMessage | undefined): boolean {
  if (!a || !b || a.id !== b.id || a.role !== b.role) return false;
  if (a.role === "tool" && b.role === "tool") return a.toolCallId === b.toolCallId;
  if (a.role === "reasoning" && b.role === "reasoning") return a.content === b.content;
  if (a.role !== "assistant" || b.role !== "assistant") return true;
  return (a.content ?? "") === (b.content ?? "") && callIds(a).join() === callIds(b).join();
}

function callIds(message: { toolCalls?: { id: string }[] }): string[] {
  return (message.toolCalls ?? []).map((call) => call.id);
}
