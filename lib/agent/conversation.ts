import type { NodeContext } from "../workflow/node";
import type { AgentTypes } from "./events";
import { type Message, outcomesByCall, resultMessageId, type ToolCallBlock, type ToolOutcome } from "./messages";

/** The messages that one segment works with, in order: the model's history and what the run has added. */
export class Conversation {
  private readonly byId = new Map<string, Message>();

  constructor(messages: Message[]) {
    for (const message of messages) this.byId.set(message.id, message);
  }

  put(message: Message): void {
    this.byId.set(message.id, message);
  }

  get(id: string): Message | undefined {
    return this.byId.get(id);
  }

  all(): Message[] {
    return [...this.byId.values()].sort((a, b) => a.seq - b.seq);
  }

  /** What the model is shown. */
  inWindow(): Message[] {
    return this.all().filter((message) => !message.archived);
  }

  outcomes(): Map<string, ToolOutcome> {
    return outcomesByCall([...this.byId.values()]);
  }

  hasCall(callId: string): boolean {
    for (const message of this.byId.values()) {
      if (message.blocks.some((block) => block.type === "tool-call" && block.callId === callId)) return true;
    }
    return false;
  }
}

/** A new message of our format; `seq` 0 lets the engine number it. */
export function createMessage(message: Pick<Message, "id" | "role" | "blocks"> & Partial<Message>): Message {
  return {
    v: 1,
    seq: 0,
    runId: "",
    step: 0,
    callId: null,
    inContext: true,
    supersededBy: null,
    archived: false,
    createdAt: new Date().toISOString(),
    ...message,
  };
}

/** The message that holds the one result of a call. */
export function resultMessage(
  call: Pick<ToolCallBlock, "callId" | "toolName">,
  outcome: ToolOutcome,
  extra: Partial<Message> = {},
): Message {
  return createMessage({
    id: resultMessageId(call.callId),
    role: "tool",
    callId: call.callId,
    blocks: [{ type: "tool-result", callId: call.callId, toolName: call.toolName, outcome }],
    ...extra,
  });
}

/** Saves a message with the step and makes it visible to the following nodes. */
export function save(context: NodeContext<AgentTypes>, conversation: Conversation, message: Message): Message {
  const saved = context.stage({ ...message, step: message.step || context.step });
  conversation.put(saved);
  return saved;
}
