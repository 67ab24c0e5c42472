import type { AgentRun, NumberedAgentEvent, RunData } from "../../agent/events";
import type { Message } from "../../agent/messages";
import type { StreamAdapter, StreamContext, StreamEnd } from "../../agent/protocol";
import { endsSegment } from "../../workflow/types";
import { createAgUiAdapter } from "../ag-ui/adapter";
import { ClientView } from "../ag-ui/client-view";
import { hydrate } from "../ag-ui/hydrate";
import { toResultEvent, toToolMessage } from "../ag-ui/messages";
import type { AgUiEvent } from "../ag-ui/wire";
import { createAiSdkAdapter } from "../ai-sdk/adapter";
import type { ChatChunk, ChatMessage } from "../ai-sdk/chat-message";
import { type NativeFrame, toNativeFrame } from "../native/stream";
import { type GivenAnswer, receiveChunks, withAnswers } from "./ai-sdk-client";

/** What the clients of the other protocols receive for one event of the log. */
export interface WireFrames {
  aiSdk: ChatChunk[];
  agUi: AgUiEvent[];
}

/** One event of the log, as native clients receive it, and what the others receive for it. */
export interface WireItem extends WireFrames {
  type: "wire";
  number: number;
  native: NativeFrame;
}

/** The run that is being read. */
interface Reading {
  runId: string;
  data: RunData;
  attempt: number;
  /** Newest step seen. */
  step: number;
  /** Requests that its clients have made for it. */
  requests: number;
  /** What each client holds of it. */
  message: ChatMessage | null;
  view: ClientView;
  /** Answers that came since the run was suspended. */
  answers: Map<string, GivenAnswer>;
  /** Calls whose result has been logged. */
  settled: Set<string>;
  /** The responses that are open now; `null` between a segment's end and the next request. */
  open: { aiSdk: StreamAdapter<ChatChunk>; agUi: StreamAdapter<AgUiEvent>; chunks: ChatChunk[] } | null;
}

/**
 * Reads a thread's log as the clients do that ask and answer: one response for each request, made by the protocols' own
 * adapters, and between them a client that keeps what it received and posts its answers with it.
 *
 * Which client it really was, and what it held, the log does not say: these are clients that were there from the run's
 * first request to its last and lost nothing.
 */
export class WireReader {
  private reading: Reading | null = null;

  /** @param load the thread's stored messages, oldest first, as they are now */
  constructor(
    private readonly threadId: string,
    private readonly load: () => Promise<Message[]>,
  ) {}

  /** The log's events in order, from a run's first one on; those of a run whose start is not among them map to nothing. */
  async read(item: NumberedAgentEvent): Promise<WireItem> {
    const { aiSdk, agUi } = await this.frames(item);
    return { type: "wire", number: item.number, native: toNativeFrame(item), aiSdk, agUi };
  }

  /** What the open responses end with when the log cannot be read any further. */
  lose(message: string): WireFrames {
    return this.close({ type: "lost", message });
  }

  private async frames(item: NumberedAgentEvent): Promise<WireFrames> {
    const { event } = item;
    if (event.type === "run-started") {
      const messages = await this.load();
      const question = messages.findIndex(({ id }) => id === event.data.questionId);
      const held = hydrate(messages.slice(0, question + 1), null).messages;
      const run = { runId: event.runId, data: event.data, attempt: event.attempt, step: 0, requests: 0 };
      this.reading = {
        ...run,
        message: null,
        view: new ClientView(held),
        answers: new Map(),
        settled: new Set(),
        open: null,
      };
      return merge(this.openResponses(item, []), await this.transform(item));
    }
    const { reading } = this;
    if (!reading || reading.runId !== item.runId) return { aiSdk: [], agUi: [] };
    if (event.type === "run-resumed") {
      const lost = this.close({ type: "lost", message: "The run stopped responding." });
      reading.attempt = event.attempt;
      const own = (await this.load()).filter((message) => this.isStored(reading, message));
      // Recovering is asked for by the question, not by its unfinished answer.
      if (event.reason === "recovered") reading.message = null;
      else if (reading.message) reading.message = withAnswers(reading.message, reading.answers);
      const opened = this.openResponses(item, own);
      reading.answers.clear();
      return merge(lost, opened);
    }
    if (event.type === "tool-result") reading.settled.add(event.callId);
    if (!reading.open) this.keepAnswer(reading, item);
    return this.transform(item);
  }

  /** What storage had of the run when the request came. */
  private isStored(reading: Reading, message: Message): boolean {
    if (message.id === reading.data.questionId) return true;
    if (message.runId !== reading.runId) return false;
    // Accepted answers belong to no step.
    return message.step > 0 ? message.step <= reading.step : reading.settled.has(message.callId ?? "");
  }

  private keepAnswer(reading: Reading, { event }: NumberedAgentEvent): void {
    if (event.type === "approval-responded") {
      const { callId, approved, reason } = event;
      reading.answers.set(callId, { approved, ...(reason && { reason }) });
    } else if (event.type === "tool-result" && event.from === "client") {
      reading.answers.set(event.callId, event.outcome);
      const message = toToolMessage(event.messageId, event.callId, event.outcome);
      reading.view.apply(toResultEvent(message), message.error);
    }
  }

  private openResponses({ number }: NumberedAgentEvent, stored: Message[]): WireFrames {
    const reading = this.reading as Reading;
    reading.requests += 1;
    const context: StreamContext = {
      threadId: this.threadId,
      run: toRun(this.threadId, reading, number),
      after: number,
      dispatcher: true,
      stored,
    };
    const aiSdk = createAiSdkAdapter(reading.message)(context);
    const agUi = createAgUiAdapter({
      runId: `request-${reading.requests}`,
      messages: reading.view.messages,
      state: {},
      resumed: [...reading.answers.keys()],
    })(context);
    reading.open = { aiSdk, agUi, chunks: [] };
    return this.sent({ aiSdk: aiSdk.start(), agUi: agUi.start() });
  }

  private async transform(item: NumberedAgentEvent): Promise<WireFrames> {
    const reading = this.reading as Reading;
    reading.step = Math.max(reading.step, item.step);
    if (!reading.open) return { aiSdk: [], agUi: [] };
    const { aiSdk, agUi, chunks } = reading.open;
    const frames = this.sent({ aiSdk: aiSdk.transform(item), agUi: agUi.transform(item) });
    if (!endsSegment(item.event)) return frames;
    const end = this.close({ type: "segment-end" });
    // Only a run that waits is answered with what its client holds.
    if (item.event.type === "run-suspended") reading.message = await receiveChunks(reading.message, chunks);
    return merge(frames, end);
  }

  private close(end: StreamEnd): WireFrames {
    const { reading } = this;
    if (!reading?.open) return { aiSdk: [], agUi: [] };
    const { aiSdk, agUi } = reading.open;
    const frames = this.sent({ aiSdk: aiSdk.end(end), agUi: agUi.end(end) });
    reading.open = null;
    return frames;
  }

  /** What was sent is what the client now holds. */
  private sent(frames: WireFrames): WireFrames {
    const reading = this.reading as Reading;
    reading.open?.chunks.push(...frames.aiSdk);
    for (const event of frames.agUi) reading.view.apply(event);
    return frames;
  }
}

/** The run as it was when the request was accepted, by what the log says of it. */
function toRun(threadId: string, reading: Reading, number: number): AgentRun {
  const { runId, data, attempt, step } = reading;
  const state = {
    catalog: data.catalog,
    offered: [],
    toolRuns: {},
    steps: 0,
    invalidCalls: 0,
    opening: [],
    context: [],
  };
  const position = { lastEvent: number, committedEvent: number, firstEvent: number, lastRecord: 0 };
  const now = new Date().toISOString();
  return {
    status: "running",
    runId,
    threadId,
    key: data.questionId,
    workflow: "",
    data,
    attempt,
    step,
    ...position,
    cursor: { event: { type: "agent-start" }, state, answered: null },
    startedAt: now,
    heartbeatAt: now,
    silentSeconds: 0,
    stopRequested: false,
  };
}

function merge(...parts: WireFrames[]): WireFrames {
  return { aiSdk: parts.flatMap(({ aiSdk }) => aiSdk), agUi: parts.flatMap(({ agUi }) => agUi) };
}
