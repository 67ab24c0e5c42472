import { REASONING_SEPARATOR, reasoningMessageId } from "./messages";
import type { AgUiEvent } from "./wire";

type Kind = "text" | "reasoning";

/**
 * What a model step says and thinks, as one text message and one reasoning message. Each opens with its first words, so
 * that a silent step shows nothing, and is reopened when the step goes back to it.
 */
export class StepText {
  private stepId = "";
  private open: Kind | null = null;
  /** The log's block that the last delta of each kind belonged to. */
  private readonly blocks: Record<Kind, string | null> = { text: null, reasoning: null };

  begin(stepId: string): void {
    this.stepId = stepId;
    this.blocks.text = null;
    this.blocks.reasoning = null;
  }

  delta(kind: Kind, block: string, delta: string): AgUiEvent[] {
    const messageId = kind === "text" ? this.stepId : reasoningMessageId(this.stepId);
    const events = this.open === kind ? [] : [...this.close(), ...start(kind, messageId)];
    this.open = kind;
    const isParagraph = kind === "reasoning" && this.blocks.reasoning !== null && this.blocks.reasoning !== block;
    this.blocks[kind] = block;
    const text = isParagraph ? REASONING_SEPARATOR + delta : delta;
    const type = kind === "text" ? "TEXT_MESSAGE_CONTENT" : "REASONING_MESSAGE_CONTENT";
    return [...events, { type, messageId, delta: text }];
  }

  close(): AgUiEvent[] {
    const kind = this.open;
    this.open = null;
    if (kind === "text") return [{ type: "TEXT_MESSAGE_END", messageId: this.stepId }];
    if (kind === null) return [];
    const messageId = reasoningMessageId(this.stepId);
    return [
      { type: "REASONING_MESSAGE_END", messageId },
      { type: "REASONING_END", messageId },
    ];
  }
}

function start(kind: Kind, messageId: string): AgUiEvent[] {
  if (kind === "text") return [{ type: "TEXT_MESSAGE_START", messageId, role: "assistant" }];
  return [
    { type: "REASONING_START", messageId },
    { type: "REASONING_MESSAGE_START", messageId, role: "reasoning" },
  ];
}
