import type { ChatChunk, ChatData } from "./chat-message";

type BlockType = "text" | "reasoning";

/**
 * Frames model steps and the text inside them. Steps that the client brought along are gone through without sending
 * anything; every other one opens with `start-step` and renders something before its `finish-step`.
 */
export class StepFrames {
  /** The step now gone through is one that the client has. */
  inHeldStep = false;
  private index = 0;
  private readonly seen = new Set<string>();
  private readonly openBlocks = new Map<string, BlockType>();
  private isOpen = false;
  private hasRendered = false;
  /** The open step was dropped by the client and is filled again without another `start-step`. */
  private isEmptied = false;
  /** The open step's number in the log, by which it is found void. */
  private origin: { number: number; messageId: string } | null = null;

  /**
   * `heldSteps`: how many model steps the client brought along. `isClosed`: whether its message ends with the step that
   * closes a run.
   */
  constructor(
    private readonly heldSteps: number,
    private isClosed: boolean,
  ) {}

  /** Whether what is added now stands in the client's newest step. */
  get atEnd(): boolean {
    return !this.inHeldStep || this.index === this.heldSteps;
  }

  /** `number`: the event's place in the log; `null` for what storage knows. Returns no chunk for a step that is held. */
  begin(messageId: string, number: number | null): ChatChunk[] {
    const isRepeat = this.seen.has(messageId);
    if (!isRepeat) this.index += 1;
    this.seen.add(messageId);
    this.inHeldStep = isRepeat || this.index <= this.heldSteps;
    if (this.inHeldStep) return [];
    const chunks = this.openStep();
    this.origin = number === null ? null : { number, messageId };
    return chunks;
  }

  blockStart(type: BlockType, id: string): ChatChunk[] {
    if (this.inHeldStep) return [];
    this.openBlocks.set(id, type);
    this.hasRendered = true;
    return [{ type: `${type}-start`, id }];
  }

  blockDelta(id: string, delta: string): ChatChunk[] {
    const type = this.openBlocks.get(id);
    return type ? [{ type: `${type}-delta`, id, delta }] : [];
  }

  blockEnd(id: string): ChatChunk[] {
    const type = this.openBlocks.get(id);
    this.openBlocks.delete(id);
    return type ? [{ type: `${type}-end`, id }] : [];
  }

  /** Something else than text was added to the open step. */
  rendered(): void {
    this.hasRendered = true;
  }

  /**
   * Drops the open step if it began among the void numbers; `null` if it did not. The client removes its parts but
   * keeps the `step-start` itself.
   */
  discard(from: number, to: number): ChatChunk[] | null {
    if (!this.isOpen || !this.origin || this.origin.number < from || this.origin.number > to) return null;
    this.seen.delete(this.origin.messageId);
    this.index -= 1;
    this.openBlocks.clear();
    this.isEmptied = true;
    this.origin = null;
    const chunks: ChatChunk[] = this.hasRendered ? [{ type: "reset-step" }] : [];
    this.hasRendered = false;
    return chunks;
  }

  /** Closes whatever is open, whichever way the response ends. */
  close(): ChatChunk[] {
    const chunks = [...this.openBlocks.keys()].flatMap((id) => this.blockEnd(id));
    if (!this.isOpen) return chunks;
    // A step that shows nothing is not there for the client, which would then post the step before it again.
    if (!this.hasRendered) {
      const id = `empty:${this.index}`;
      chunks.push({ type: "text-start", id }, { type: "text-end", id });
    }
    this.isOpen = false;
    this.isEmptied = false;
    return [...chunks, { type: "finish-step" }];
  }

  /** The step that closes a run which ended without an answer: one that shows nothing yet, else a new one. */
  closeRun(data: ChatData["run"]): ChatChunk[] {
    if (this.isClosed) return [];
    const chunks = this.isOpen && !this.hasRendered ? [] : this.openStep();
    this.hasRendered = true;
    return [...chunks, { type: "data-run", data }, ...this.close()];
  }

  private openStep(): ChatChunk[] {
    const chunks: ChatChunk[] = this.isEmptied ? [] : [...this.close(), { type: "start-step" }];
    this.isOpen = true;
    this.isClosed = false;
    this.isEmptied = false;
    this.hasRendered = false;
    this.origin = null;
    return chunks;
  }
}
