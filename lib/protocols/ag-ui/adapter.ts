import type { AgentEvent, AgentInterrupt, NumberedAgentEvent, PendingCall } from "../../agent/events";
import type { Message, ToolOutcome } from "../../agent/messages";
import type { StreamAdapter, StreamAdapterFactory, StreamContext, StreamEnd } from "../../agent/protocol";
import type { Json } from "../../json";
import { type Settlement, settlementOf } from "../wire/settlement";
import { CallBook } from "./call-book";
import { callEvents, catchUp, reconcile } from "./catch-up";
import { ClientView } from "./client-view";
import { committedMessages } from "./hydrate";
import { pendingCalls, toInterrupts } from "./interrupts";
import { toResultEvent, toToolCall, toToolMessage } from "./messages";
import { NamedSteps } from "./named-steps";
import { runMessages, runsOf } from "./run-messages";
import { StepText } from "./step-text";
import type { AgUiEvent, AgUiMessage } from "./wire";

/** Progress that nodes and tools report in no protocol's words. */
export type PortableEvent = Extract<AgentEvent, { type: "step-progress" | "activity" | "custom" }>;

/** Name of the custom event that says why a run ended without an answer: the protocol's own outcome is too new. */
export const RUN_CANCELLED = "neuron:run_cancelled";

export interface AgUiAdapterOptions {
  /** The client's id of this request; the thread's id comes with the context. */
  runId: string;
  /** The messages that the client holds. */
  messages: AgUiMessage[];
  /** The client's copy may be another one: the stream begins with a snapshot of it. */
  resync?: boolean;
  /** The request's own state. Absent: the client's state is not known here and is left alone. */
  state?: Json;
  /** Stored messages of earlier runs that this request has changed. */
  history?: Message[];
  /** Ids of the interrupts that this request addressed. */
  resumed?: string[];
  /** An application's own mapping of progress; `null` keeps an event from the client. */
  mapEvent?: (event: PortableEvent) => PortableEvent | null;
}

/**
 * The run log as AG-UI events: `RUN_STARTED`; what the client lacks of what storage knows; then the log; then the one
 * terminal event, with everything closed before it.
 *
 * A client's library runs a handler for every call that is streamed to it. So a frontend call is streamed only where
 * `context.dispatcher` is true; everyone else finds it in a snapshot, with the interrupt that a reload would bring.
 */
export function createAgUiAdapter(options: AgUiAdapterOptions): StreamAdapterFactory<AgUiEvent> {
  return (context) => new AgUiAdapter(context, options);
}

class AgUiAdapter implements StreamAdapter<AgUiEvent> {
  readonly headers = {};
  private readonly client: ClientView;
  private readonly next: AgUiMessage[];
  private readonly calls: CallBook;
  private readonly text = new StepText();
  private readonly steps = new NamedSteps();
  /** Results whose events a void attempt took with it, in storage all the same. */
  private readonly late: Message[];
  private attempt: number;
  /** How the segment ended, said only at the end of the response: a reader may go through several. */
  private settlement: Settlement | null = null;
  /** The client's messages before the step now going on, and the step's number in the log. */
  private checkpoint: { number: number; messages: AgUiMessage[] } | null = null;

  constructor(
    private readonly context: StreamContext,
    private readonly options: AgUiAdapterOptions,
  ) {
    const { run, dispatcher } = context;
    const stored = dispatcher ? context.stored : committedMessages(context.stored, run);
    this.late = context.stored.filter((message) => message.role === "tool" && !stored.includes(message));
    const earlier = (options.history ?? []).filter((message) => message.runId !== run.runId);
    const runs = [...runsOf(earlier, options.messages), runMessages(run, stored, options.messages)];
    this.next = reconcile(options.messages, runs);
    this.client = new ClientView(this.next);
    this.calls = new CallBook(context.stored);
    this.attempt = run.attempt;
  }

  start(): AgUiEvent[] {
    const started: AgUiEvent = { type: "RUN_STARTED", threadId: this.context.threadId, runId: this.options.runId };
    const known = this.options.resync ? this.messagesSnapshot() : catchUp(this.options.messages, this.next);
    return [started, ...known, ...this.underWay()];
  }

  transform({ number, runId, event }: NumberedAgentEvent): AgUiEvent[] {
    if (runId !== this.context.run.runId) return [];
    switch (event.type) {
      case "run-started":
        this.attempt = event.attempt;
        return [];
      case "run-resumed":
        this.attempt = event.attempt;
        this.settlement = null;
        return [];
      case "user-message":
        return [];
      case "step-start": {
        const closed = [...this.send(this.text.close()), ...this.lateResults()];
        this.text.begin(event.messageId);
        this.calls.begin(event.messageId);
        this.checkpoint = { number, messages: this.client.messages };
        return closed;
      }
      case "step-end":
        return this.send([
          ...this.text.close(),
          ...this.calls.endStep(event.finishReason === "error").flatMap((call) => this.announce(call.callId)),
        ]);
      case "step-discarded":
        return this.discardStep(event.from, event.to);
      case "text-delta":
        return this.send(this.text.delta("text", event.id, event.delta));
      case "reasoning-delta":
        return this.send(this.text.delta("reasoning", event.id, event.delta));
      case "text-start":
      case "text-end":
      case "reasoning-start":
      case "reasoning-end":
        return [];
      case "tool-input-start":
      case "tool-input-delta":
      case "tool-call":
        this.calls.take(event);
        return [];
      case "approval-requested":
        return [];
      case "approval-responded":
        this.calls.decide(event.callId, event);
        return [];
      case "calls-dispatched": {
        // Only what the segment that this request claimed dispatches: another claimant hands out its own.
        const isOurs = this.context.dispatcher && this.attempt === this.context.run.attempt;
        return isOurs ? event.calls.flatMap((call) => this.send(this.announce(call.callId))) : [];
      }
      case "tool-result":
        return this.result(event.callId, event.messageId, event.outcome);
      case "run-suspended":
        this.settlement = { status: "suspended", interrupt: event.interrupt };
        return [];
      case "run-completed":
        this.settlement = { status: "completed" };
        return [];
      case "run-failed":
        this.settlement = { status: "failed", error: event.error };
        return [];
      case "run-cancelled":
        this.settlement = { status: "cancelled", reason: event.reason };
        return [];
      case "step-progress":
      case "activity":
      case "custom": {
        const mapped = this.options.mapEvent ? this.options.mapEvent(event) : event;
        return mapped ? this.progress(mapped) : [];
      }
    }
  }

  end(end: StreamEnd): AgUiEvent[] {
    const closed = [...this.text.close(), ...this.steps.close()];
    if (end.type === "lost") return [...closed, { type: "RUN_ERROR", message: end.message, code: "unavailable" }];
    const settlement = this.settlement ?? settlementOf(this.context.run);
    switch (settlement?.status) {
      case "suspended":
        return [...closed, ...this.suspend(this.latest(settlement.interrupt))];
      case "completed":
        return [...closed, ...this.lateResults(), this.finished()];
      case "cancelled": {
        const { reason } = settlement;
        const why: AgUiEvent = { type: "CUSTOM", name: RUN_CANCELLED, value: { ...(reason && { reason }) } };
        return [...closed, why, this.finished()];
      }
      case "failed": {
        const { code, message } = settlement.error;
        return [...closed, { type: "RUN_ERROR", message, code }];
      }
      case undefined:
        return [
          ...closed,
          { type: "RUN_ERROR", message: "The run's events ended before the run did.", code: "unavailable" },
        ];
    }
  }

  private send(events: AgUiEvent[]): AgUiEvent[] {
    for (const event of events) this.client.apply(event);
    return events;
  }

  private announce(callId: string): AgUiEvent[] {
    const call = this.calls.get(callId);
    if (!call || this.client.hasCall(callId)) return [];
    return callEvents(call.ownerId, toToolCall(call));
  }

  /** Server tools that are executing, as a client that was there when they began has them. */
  private underWay(): AgUiEvent[] {
    if (this.context.run.status !== "running") return [];
    return this.calls.ungated
      .filter(({ callId }) => !this.client.hasResult(callId))
      .flatMap(({ callId }) => this.send(this.announce(callId)));
  }

  private result(toolCallId: string, messageId: string, outcome: ToolOutcome): AgUiEvent[] {
    // The client has its own results already, and a second copy would be a second message.
    if (this.client.hasResult(toolCallId)) return [];
    const message = toToolMessage(messageId, toolCallId, outcome);
    const event = toResultEvent(message);
    const events = this.send([...this.text.close(), ...this.announce(toolCallId)]);
    this.client.apply(event, message.error);
    return [...events, event];
  }

  private lateResults(): AgUiEvent[] {
    return this.late.flatMap(({ id, blocks }) =>
      blocks.flatMap((block) => (block.type === "tool-result" ? this.result(block.callId, id, block.outcome) : [])),
    );
  }

  /** A step that is void leaves the client's list as it was before; only a snapshot can take anything away. */
  private discardStep(from: number, to: number): AgUiEvent[] {
    const closed = this.send(this.text.close());
    const before = this.checkpoint;
    if (!before || before.number < from || before.number > to) return closed;
    this.checkpoint = null;
    const held = this.client.messages;
    const lost = held.filter((message) => !before.messages.some(({ id }) => id === message.id));
    if (lost.length === 0 && closed.length === 0) return [];
    const reasoning = lost.find((message) => message.role === "reasoning");
    const keepsReasoning = reasoning && before.messages.every((message) => message.role !== "reasoning");
    // A client keeps its reasoning when a snapshot has none at all, so this one has it, emptied.
    const messages = [...before.messages, ...(keepsReasoning ? [{ ...reasoning, content: "" }] : [])];
    return [...closed, ...this.send([{ type: "MESSAGES_SNAPSHOT", messages }])];
  }

  private progress(event: PortableEvent): AgUiEvent[] {
    switch (event.type) {
      case "step-progress":
        return event.status === "started"
          ? this.steps.start(event.stepId, event.name)
          : this.steps.finish(event.stepId);
      case "activity": {
        const { messageId, activityType, content } = event;
        return [{ type: "ACTIVITY_SNAPSHOT", messageId, activityType, content }];
      }
      case "custom":
        return [{ type: "CUSTOM", name: event.name, value: event.value }];
    }
  }

  private suspend(wait: AgentInterrupt): AgUiEvent[] {
    if (wait.type === "tool-results") {
      const pending = pendingCalls(wait);
      if (this.wasHanded(pending) && !this.options.resumed?.includes(wait.id)) return [this.finished()];
      // Shown, not streamed: only the request that dispatched the calls starts them.
      for (const { callId } of pending) for (const event of this.announce(callId)) this.client.apply(event);
    }
    const { state } = this.options;
    return [
      ...(state === undefined ? [] : [{ type: "STATE_SNAPSHOT" as const, snapshot: state }]),
      ...this.messagesSnapshot(),
      { ...this.finished(), outcome: { type: "interrupt", interrupts: toInterrupts(wait) } },
    ];
  }

  private wasHanded(calls: PendingCall[]): boolean {
    return calls.every((call) => this.client.hasCall(call.callId));
  }

  private messagesSnapshot(): AgUiEvent[] {
    return [{ type: "MESSAGES_SNAPSHOT", messages: this.client.messages }];
  }

  private finished() {
    return { type: "RUN_FINISHED" as const, threadId: this.context.threadId, runId: this.options.runId };
  }

  /** The same wait as its row was read: it may have more answers than the event that announced it. */
  private latest(interrupt: AgentInterrupt): AgentInterrupt {
    const { run } = this.context;
    return run.status === "suspended" && run.interrupt.id === interrupt.id ? run.interrupt : interrupt;
  }
}
