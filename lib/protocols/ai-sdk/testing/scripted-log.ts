import type { AgentInterrupt, AgentLogEvent, AgentRun, NumberedAgentEvent } from "../../../agent/events";
import type { Block, Message } from "../../../agent/messages";
import type { StreamContext, StreamEnd } from "../../../agent/protocol";
import type { Json } from "../../../json";
import { createAiSdkAdapter } from "../adapter";
import type { ChatChunk } from "../chat-message";
import type { PostedMessage } from "../posted-message";

const USAGE = { inputTokens: null, outputTokens: null, cachedInputTokens: null, reasoningTokens: null };

/** A run of these tests: `r1`, whose message is `m1`. */
export function run(status: AgentRun["status"] = "running", extra: Partial<AgentRun> = {}): AgentRun {
  return {
    status,
    runId: "r1",
    threadId: "t1",
    key: "q1",
    workflow: "test",
    data: { messageId: "m1", questionId: "q1", model: "test/model", mode: "stream", catalog: null },
    attempt: 1,
    step: 0,
    lastEvent: 0,
    committedEvent: 0,
    firstEvent: 0,
    lastRecord: 0,
    cursor: { event: { type: "infer" }, state: {}, answered: null },
    startedAt: "2026-01-01T00:00:00.000Z",
    ...extra,
  } as AgentRun;
}

export function wait(type: AgentInterrupt["type"], calls: AgentInterrupt["request"]["calls"] = []): AgentInterrupt {
  return { id: `int-${type}`, type, request: { calls }, answers: {} };
}

/** A model step that says something and calls tools, as the log has it. */
export function step(messageId: string, text: string | null, ...calls: AgentLogEvent[]): AgentLogEvent[] {
  const said: AgentLogEvent[] =
    text === null
      ? []
      : [
          { type: "text-start", id: `${messageId}:t` },
          { type: "text-delta", id: `${messageId}:t`, delta: text },
          { type: "text-end", id: `${messageId}:t` },
        ];
  return [
    { type: "step-start", step: 1, messageId, model: "test/model" },
    ...said,
    ...calls,
    { type: "step-end", step: 1, finishReason: calls.length > 0 ? "tool-calls" : "stop", usage: USAGE },
  ];
}

export function toolCall(callId: string, toolName: string, input: Json = {}): AgentLogEvent & { type: "tool-call" } {
  return { type: "tool-call", callId, toolName, input, kind: "frontend" };
}

export function result(callId: string, value: Json): AgentLogEvent {
  const outcome = { type: "result" as const, value };
  return { type: "tool-result", callId, toolName: "work", outcome, messageId: `result_${callId}`, from: "server" };
}

export function stored(id: string, role: Message["role"], blocks: Block[], extra: Partial<Message> = {}): Message {
  return {
    v: 1,
    id,
    seq: 1,
    runId: "r1",
    role,
    step: 1,
    blocks,
    callId: null,
    inContext: true,
    supersededBy: null,
    archived: false,
    createdAt: "2026-01-01T00:00:00.000Z",
    ...extra,
  };
}

/** Numbers a log from 1 on, unless an event says otherwise. */
export function numbered(events: AgentLogEvent[], runId = "r1"): NumberedAgentEvent[] {
  return events.map((event, index) => ({ number: index + 1, runId, step: 1, event }));
}

/** One whole response. */
export function respond(
  events: AgentLogEvent[] | NumberedAgentEvent[],
  options: Partial<StreamContext> & { posted?: PostedMessage | null; end?: StreamEnd } = {},
): ChatChunk[] {
  const { posted = null, end = { type: "segment-end" }, ...context } = options;
  const adapter = createAiSdkAdapter(posted)({
    threadId: "t1",
    run: run(),
    after: 0,
    dispatcher: true,
    stored: [],
    ...context,
  });
  const feed = events.map((event, index) =>
    "number" in event ? event : numbered([event]).map((item) => ({ ...item, number: index + 1 }))[0],
  );
  return [...adapter.start(), ...feed.flatMap((item) => (item ? adapter.transform(item) : [])), ...adapter.end(end)];
}
