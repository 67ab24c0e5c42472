import type { AgentEvent, ApprovalDecision } from "../../agent/events";
import { type Message, type ToolCallBlock, toolCalls } from "../../agent/messages";
import { ownerId } from "./messages";

/** A call of the run and the message on the wire that holds it, or will hold it. */
export interface KnownCall {
  callId: string;
  toolName: string;
  input: ToolCallBlock["input"];
  approval?: ToolCallBlock["approval"];
  ownerId: string;
  stepId: string;
}

type CallEvent = Extract<AgentEvent, { type: "tool-call" | "tool-input-start" | "tool-input-delta" }>;

/** The run's calls: the stored ones and those that the log tells of. */
export class CallBook {
  private readonly calls = new Map<string, KnownCall>();
  /** Calls of the step now going on, in order, that no decision holds back. */
  private ready: KnownCall[] = [];
  private readonly inputs = new Map<string, string>();
  private readonly stored: KnownCall[];
  private stepId = "";

  constructor(stored: Message[]) {
    this.stored = stored.flatMap((message) => toolCalls(message).map((call) => this.add(call, message.id)));
  }

  get(callId: string): KnownCall | undefined {
    return this.calls.get(callId);
  }

  begin(stepId: string): void {
    this.stepId = stepId;
    this.ready = [];
    this.inputs.clear();
  }

  take(event: CallEvent): void {
    switch (event.type) {
      case "tool-input-start": {
        // As it will be stored if the step is stopped before the call is complete: with what there is of its text.
        const { callId, toolName, kind } = event;
        this.inputs.set(callId, "");
        this.add({ callId, toolName, kind, input: "" }, this.stepId);
        break;
      }
      case "tool-input-delta": {
        const { callId, delta } = event;
        const text = (this.inputs.get(callId) ?? "") + delta;
        this.inputs.set(callId, text);
        const call = this.calls.get(callId);
        if (call) call.input = text;
        break;
      }
      case "tool-call": {
        const { callId, toolName, input, kind, approval } = event;
        this.inputs.delete(callId);
        const call = this.add({ callId, toolName, input, kind, ...(approval && { approval }) }, this.stepId);
        if (kind !== "frontend" && !approval) this.ready.push(call);
        break;
      }
    }
  }

  decide(callId: string, decision: ApprovalDecision): void {
    const call = this.calls.get(callId);
    if (call?.approval) call.approval = { ...call.approval, decision };
  }

  /** Stored calls that are executed here without anybody's decision, in order. */
  get ungated(): KnownCall[] {
    return this.stored.filter((call) => call.ownerId === call.stepId);
  }

  /** The step's calls that are executed here at once. None when the step failed: its calls never happened. */
  endStep(hasFailed: boolean): KnownCall[] {
    const ready = hasFailed ? [] : this.ready;
    this.ready = [];
    return ready;
  }

  private add(
    call: Pick<ToolCallBlock, "callId" | "toolName" | "input" | "kind" | "approval">,
    stepId: string,
  ): KnownCall {
    const { callId, toolName, input, approval } = call;
    const known = { callId, toolName, input, approval, ownerId: ownerId(stepId, call), stepId };
    this.calls.set(callId, known);
    return known;
  }
}
