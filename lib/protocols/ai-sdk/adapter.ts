import type { AgentInterrupt, AgentLogEvent, FinishReason, NumberedAgentEvent } from "../../agent/events";
import { toolCalls } from "../../agent/messages";
import type { StreamAdapter, StreamAdapterFactory, StreamContext, StreamEnd } from "../../agent/protocol";
import type { RunStatus } from "../../workflow/types";
import { type Settlement, settlementOf } from "../wire/settlement";
import { CallMapper } from "./call-mapper";
import type { ChatChunk } from "./chat-message";
import { endsOnCalls, type PostedMessage, postedCalls, postedSteps } from "./posted-message";
import { StepFrames } from "./step-frames";
import { interruptEvents, storedEvents } from "./stored-events";

/** Response headers by which AI SDK clients know the stream's format. */
export const AI_SDK_HEADERS = { "x-vercel-ai-ui-message-stream": "v1" } as const;

/**
 * The run log as an AI SDK UI message stream. `posted` is the assistant message that came with the request: what it
 * holds is not sent again. `null` (a turn, a reattachment, a replay): the client has nothing of this run's message.
 *
 * The response is `start` with the run's one message id; then what storage knows and the posted message lacks; then the
 * log. Frontend calls start only where `context.dispatcher` is true, and everyone else sees them as under way.
 */
export function createAiSdkAdapter(posted: PostedMessage | null): StreamAdapterFactory<ChatChunk> {
  return (context) => new AiSdkAdapter(context, posted);
}

class AiSdkAdapter implements StreamAdapter<ChatChunk> {
  readonly headers = { ...AI_SDK_HEADERS };
  private readonly calls: CallMapper;
  private readonly steps: StepFrames;
  private attempt: number;
  private finishReason: FinishReason = "stop";
  /** How the segment ended, said only at the end of the response: a replay goes through several. */
  private settlement: Settlement | null = null;

  constructor(
    private readonly context: StreamContext,
    posted: PostedMessage | null,
  ) {
    this.calls = new CallMapper(posted ? postedCalls(posted) : [], posted !== null && endsOnCalls(posted));
    this.steps = new StepFrames(posted ? heldSteps(posted, context) : 0, posted?.parts.at(-1)?.type === "data-run");
    this.attempt = context.run.attempt;
  }

  start(): ChatChunk[] {
    const { run, stored } = this.context;
    const start: ChatChunk = {
      type: "start",
      messageId: run.data.messageId,
      messageMetadata: this.metadata(run.status),
    };
    const known = storedEvents(stored).flatMap((event) => this.map(event, null));
    return [start, ...known, ...(run.status === "suspended" ? this.showWait(run.interrupt) : [])];
  }

  transform({ number, runId, event }: NumberedAgentEvent): ChatChunk[] {
    // When a question came together with answers, the log first tells how the run before this one ended.
    return runId === this.context.run.runId ? this.map(event, number) : [];
  }

  end(end: StreamEnd): ChatChunk[] {
    const settlement = this.settlement ?? settlementOf(this.context.run);
    if (end.type === "lost") return this.breakOff(end.message);
    switch (settlement?.status) {
      case "suspended": {
        const wait = this.latest(settlement.interrupt);
        const isOnCalls = wait.type === "approval" || wait.type === "tool-results";
        return [...this.showWait(wait), ...this.finish(isOnCalls ? "tool-calls" : "other", "suspended")];
      }
      case "completed":
        return [
          ...(this.calls.endsOnCalls ? this.closeRun("completed") : []),
          ...this.finish(this.finishReason, "completed"),
        ];
      case "failed": {
        const { message } = settlement.error;
        // The client reads nothing after an error: the status goes before it.
        const status: ChatChunk = { type: "message-metadata", messageMetadata: this.metadata("failed") };
        const error: ChatChunk = { type: "error", errorText: message };
        return [...this.closeRun("failed", message), status, error, ...this.finish("error", "failed")];
      }
      case "cancelled": {
        const { reason } = settlement;
        return [
          ...this.closeRun("cancelled"),
          { type: "abort", ...(reason && { reason }) },
          ...this.finish("other", "cancelled"),
        ];
      }
      case undefined:
        return this.breakOff("The run's events ended before the run did.");
    }
  }

  /** `number` is `null` for what storage knows. */
  private map(event: AgentLogEvent, number: number | null): ChatChunk[] {
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
      case "step-start":
        return this.beginStep(event.messageId, number);
      case "step-end":
        this.finishReason = event.finishReason;
        return [];
      case "step-discarded":
        return this.discardStep(event.from, event.to);
      case "text-start":
        return this.steps.blockStart("text", event.id);
      case "reasoning-start":
        return this.steps.blockStart("reasoning", event.id);
      case "text-delta":
      case "reasoning-delta":
        return this.steps.blockDelta(event.id, event.delta);
      case "text-end":
      case "reasoning-end":
        return this.steps.blockEnd(event.id);
      case "tool-input-start":
        return this.rendering(this.calls.inputStart(event.callId, event.toolName));
      case "tool-input-delta":
        return this.calls.inputDelta(event.callId, event.delta);
      case "tool-call":
        return this.rendering(this.calls.call(event));
      case "approval-requested":
        return this.calls.approvalRequested(event.callId, event.reason);
      case "approval-responded":
        return this.calls.approvalResponded(event.callId, event);
      case "calls-dispatched": {
        // Only what the segment that this request claimed dispatches: another claimant starts its own.
        const { dispatcher, run } = this.context;
        const start = dispatcher && number !== null && this.attempt === run.attempt;
        return event.calls.flatMap((call) => this.calls.dispatched(call, start));
      }
      case "tool-result":
        return this.calls.result(event.callId, event.outcome);
      case "run-suspended":
        this.settlement = { status: "suspended", interrupt: event.interrupt };
        return this.showWait(event.interrupt);
      case "run-completed":
        this.settlement = { status: "completed" };
        return [];
      case "run-failed":
        this.settlement = { status: "failed", error: event.error };
        return [];
      case "run-cancelled":
        this.settlement = { status: "cancelled", reason: event.reason };
        return [];
      case "step-progress": {
        const { name, status, stepId } = event;
        return [{ type: "data-step", data: { name, status, stepId }, transient: true }];
      }
      case "activity": {
        const { messageId, activityType, content } = event;
        return [{ type: "data-activity", data: { messageId, activityType, content }, transient: true }];
      }
      case "custom":
        return [{ type: "data-custom", data: { name: event.name, value: event.value }, transient: true }];
    }
  }

  private beginStep(messageId: string, number: number | null): ChatChunk[] {
    const chunks = this.steps.begin(messageId, number);
    if (!this.steps.inHeldStep) this.calls.beginStep();
    this.calls.canAdd = this.steps.atEnd;
    return chunks;
  }

  private discardStep(from: number, to: number): ChatChunk[] {
    const chunks = this.steps.discard(from, to);
    if (chunks) this.calls.discardStep();
    return chunks ?? [];
  }

  private rendering(chunks: ChatChunk[]): ChatChunk[] {
    if (chunks.length > 0) this.steps.rendered();
    return chunks;
  }

  private showWait(interrupt: AgentInterrupt): ChatChunk[] {
    return interruptEvents(interrupt).flatMap((event) => this.map(event, null));
  }

  /** The same wait as its row was read: it may have more answers than the event that announced it. */
  private latest(interrupt: AgentInterrupt): AgentInterrupt {
    const { run } = this.context;
    return run.status === "suspended" && run.interrupt.id === interrupt.id ? run.interrupt : interrupt;
  }

  private closeRun(status: RunStatus, message?: string): ChatChunk[] {
    const data = { runId: this.context.run.runId, status, ...(message !== undefined && { message }) };
    return [...this.calls.closeOpen(), ...this.steps.closeRun(data)];
  }

  private breakOff(message: string): ChatChunk[] {
    return [
      ...this.steps.close(),
      { type: "error", errorText: message },
      ...this.finish("error", this.context.run.status),
    ];
  }

  private finish(finishReason: FinishReason, status: RunStatus): ChatChunk[] {
    return [...this.steps.close(), { type: "finish", finishReason, messageMetadata: this.metadata(status) }];
  }

  private metadata(status: RunStatus) {
    return { runId: this.context.run.runId, status };
  }
}

/**
 * How many model steps of the run the client has: as many as its message shows, and at least up to the one whose call
 * it answers, for a client that sends back the bare part.
 */
function heldSteps(posted: PostedMessage, { stored }: StreamContext): number {
  const answered = new Set(postedCalls(posted).map((call) => call.callId));
  const steps = stored.filter((message) => message.role === "assistant" && message.supersededBy === null);
  const last = steps.findLastIndex((step) => toolCalls(step).some((call) => answered.has(call.callId)));
  return Math.max(postedSteps(posted), last + 1);
}
