import type { Message } from "@copilotkit/react-core/v2";

/** A call of the newest turn that has no result on this page. */
export interface OpenCall {
  callId: string;
  toolName: string;
  input: unknown;
}

/** A call's answer as AG-UI carries it: text, and a mark when it is an error. */
export interface CallAnswer {
  content: string;
  error?: string;
}

type ToolCall = NonNullable<Extract<Message, { role: "assistant" }>["toolCalls"]>[number];
type ToolMessage = Extract<Message, { role: "tool" }>;

function callsOf(message: Message | undefined): ToolCall[] {
  return message?.role === "assistant" ? (message.toolCalls ?? []) : [];
}

/** Arguments as a value; `undefined` while they are incomplete. */
export function parseArguments(text: string): unknown {
  try {
    return text === "" ? {} : JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function findCall(messages: readonly Message[], callId: string): ToolCall | undefined {
  for (const message of messages) {
    const call = callsOf(message).find((each) => each.id === callId);
    if (call) return call;
  }
  return undefined;
}

export function findResult(messages: readonly Message[], callId: string): ToolMessage | undefined {
  return messages.find((message): message is ToolMessage => message.role === "tool" && message.toolCallId === callId);
}

/** The messages of the newest turn: from the last question on. */
export function newestTurn(messages: readonly Message[]): readonly Message[] {
  return messages.slice(Math.max(0, lastQuestionIndex(messages)));
}

function lastQuestionIndex(messages: readonly Message[]): number {
  return messages.findLastIndex((message) => message.role === "user");
}

/** The calls of the newest turn that nobody has answered, in order. */
export function openCalls(messages: readonly Message[]): OpenCall[] {
  return newestTurn(messages).flatMap((message) =>
    callsOf(message)
      .filter((call) => !findResult(messages, call.id))
      .map((call) => ({
        callId: call.id,
        toolName: call.function.name,
        input: parseArguments(call.function.arguments),
      })),
  );
}

/** The conversation up to its last question: what is sent to repeat that question. */
export function upToLastQuestion(messages: readonly Message[]): Message[] {
  return messages.slice(0, lastQuestionIndex(messages) + 1);
}

/** The conversation with a call's answer behind the message that made the call, and behind its other results. */
export function withAnswer(
  messages: readonly Message[],
  { callId, id, answer }: { callId: string; id: string; answer: CallAnswer },
): Message[] {
  const owner = messages.findIndex((message) => callsOf(message).some((call) => call.id === callId));
  if (owner < 0 || findResult(messages, callId)) return [...messages];
  let index = owner + 1;
  while (messages[index]?.role === "tool") index += 1;
  const result: ToolMessage = { id, role: "tool", toolCallId: callId, ...answer };
  return [...messages.slice(0, index), result, ...messages.slice(index)];
}

/** How many results the conversation has. */
export function countResults(messages: readonly Message[]): number {
  return messages.filter((message) => message.role === "tool").length;
}
