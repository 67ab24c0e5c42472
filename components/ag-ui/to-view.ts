import type { Message } from "@ag-ui/client";
import { endedBecause } from "../chat-ui/ended";
import { toQuestionParts } from "../chat-ui/question-parts";
import type { ViewApproval, ViewMessage, ViewPart, ViewToolPart } from "../chat-ui/view";
import { readApproval, readResult } from "../thread-api/read-result";
import { contentText, findCall, findResult, parseArguments } from "./messages";
import type { ThreadState } from "./thread-state";
import { type Wait, type WaitingCall, waitOf } from "./wait";

interface ViewContext {
  state: ThreadState;
  messages: readonly Message[];
  wait: Wait | null;
  /** The message belongs to the live turn: it is the conversation's last. */
  live: boolean;
}

/**
 * The conversation as the shared pieces show it: each question, and everything that came after it as one answer, under
 * the id of its first message.
 */
export function toViewMessages(state: ThreadState): ViewMessage[] {
  const { messages, interrupts, handed, decided } = state;
  const wait = waitOf(interrupts, messages, handed);
  const turns = toTurns(messages);
  const last = turns.at(-1);
  const isOpen = (wait !== null && wait.type !== "handed") || decided.length > 0;
  // An approval can come before anything of the answer shows.
  if (last?.role === "user" && isOpen) turns.push({ id: `${last.id}_answer`, role: "assistant", messages: [] });
  return turns.map((turn, index) => {
    const live = index === turns.length - 1;
    if (live && turn.role === "assistant") return toViewMessage(turn, { state, messages, wait, live });
    return finishedView(turn, () => toViewMessage(turn, { state, messages, wait: null, live: false }));
  });
}

interface Turn {
  id: string;
  role: "user" | "assistant";
  messages: Message[];
}

function toTurns(messages: readonly Message[]): Turn[] {
  const turns: Turn[] = [];
  for (const message of messages) {
    if (message.role === "user") turns.push({ id: message.id, role: "user", messages: [message] });
    else if (message.role === "assistant" || message.role === "reasoning" || message.role === "tool") {
      const last = turns.at(-1);
      if (last?.role === "assistant") last.messages.push(message);
      else turns.push({ id: answerId(message), role: "assistant", messages: [message] });
    }
  }
  return turns;
}

/** The answer's id is that of its first step, whatever of the step is shown first. */
function answerId({ id }: Message): string {
  return id.replace(/_(?:calls|reasoning)$/, "");
}

/** Only the last answer can still change: what is before it is mapped once, and does not render again. */
const finished = new WeakMap<Message, { messages: Message[]; view: ViewMessage }>();

function finishedView(turn: Turn, create: () => ViewMessage): ViewMessage {
  const [first] = turn.messages;
  if (!first) return create();
  const known = finished.get(first);
  if (
    known &&
    known.messages.length === turn.messages.length &&
    known.messages.every((m, i) => m === turn.messages[i])
  ) {
    return known.view;
  }
  const view = create();
  finished.set(first, { messages: turn.messages, view });
  return view;
}

function toViewMessage(turn: Turn, context: ViewContext): ViewMessage {
  const { state, live } = context;
  const parts = turn.messages.flatMap((message, index) => toParts(message, context, isStreaming(turn, index, context)));
  if (turn.role === "assistant" && live) parts.push(...approvals(context));
  const ended = live && turn.role === "assistant" && !state.reading ? endedBecause(state.status) : undefined;
  return { id: turn.id, role: turn.role, parts, ...(ended && { ended }) };
}

function isStreaming(turn: Turn, index: number, { state, live }: ViewContext): boolean {
  return live && state.reading && turn.role === "assistant" && index === turn.messages.length - 1;
}

function toParts(message: Message, context: ViewContext, streaming: boolean): ViewPart[] {
  const { id } = message;
  switch (message.role) {
    case "user":
      return toQuestionParts(id, message.content);
    case "reasoning":
      return message.content === "" ? [] : [{ type: "reasoning", id, text: message.content, streaming }];
    case "assistant": {
      const calls = message.toolCalls ?? [];
      const text = message.content ?? "";
      return [
        ...(text === "" ? [] : [{ type: "text" as const, id, text, streaming: streaming && calls.length === 0 }]),
        ...calls.map(({ id: callId, function: call }) =>
          toToolPart({ callId, toolName: call.name, input: parseArguments(call.arguments) }, context),
        ),
      ];
    }
    default:
      return [];
  }
}

function toToolPart(call: WaitingCall, { state, messages, wait, live }: ViewContext): ViewToolPart {
  const { callId, toolName, input } = call;
  const note = state.notes[callId];
  const base = {
    ...{ type: "tool" as const, callId, toolName, input, live },
    ...readApproval(findCall(messages, callId)),
    ...(note !== undefined && { note }),
  };
  const result = findResult(messages, callId);
  if (result) {
    return { ...base, ...readResult(contentText(result.content), result) };
  }
  const outcome = state.outcomes[callId];
  if (outcome && live) {
    return "output" in outcome
      ? { ...base, state: "output-available", output: outcome.output }
      : { ...base, state: "output-error", errorText: outcome.errorText };
  }
  if (state.running.has(callId)) return { ...base, state: "input-available", browser: "running" };
  const isAwaited = live && (wait?.calls.some((each) => each.callId === callId) ?? false);
  const isUnstarted = isAwaited && !state.reading && !state.started.has(callId);
  return { ...base, state: "input-available", ...(isUnstarted && { browser: "unstarted" }) };
}

/** Calls that only the interrupts tell of: nothing of them is in the messages before a person has decided. */
function approvals({ state, messages, wait, live }: ViewContext): ViewToolPart[] {
  const shown = new Set(
    messages.flatMap((message) => (message.role === "assistant" ? (message.toolCalls ?? []) : [])).map(({ id }) => id),
  );
  const open =
    wait?.type === "approval" ? wait.calls.map((call) => ({ ...call, decision: state.decisions[call.callId] })) : [];
  return [...state.decided, ...open]
    .filter(({ callId }) => !shown.has(callId))
    .map(({ callId, toolName, input, reason, decision }) => {
      const note = state.notes[callId];
      const approval: ViewApproval = { ...(reason && { question: reason }), ...decision };
      return {
        type: "tool",
        callId,
        toolName,
        input,
        live,
        approval,
        state: decision ? "approval-responded" : "approval-requested",
        ...(note !== undefined && { note }),
      };
    });
}
