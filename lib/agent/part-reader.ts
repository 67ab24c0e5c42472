import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";

/**
 * Reads a model stream part by part. An abort ends a wait at once, whatever the provider does with its signal: a stream
 * that is cancelled answers its open read before its source has anything to say about it.
 */
export class PartReader {
  private readonly reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart>;

  constructor(
    stream: ReadableStream<LanguageModelV4StreamPart>,
    private readonly signal: AbortSignal,
  ) {
    this.reader = stream.getReader();
    if (signal.aborted) this.cancel();
    else signal.addEventListener("abort", this.cancel, { once: true });
  }

  /**
   * The next part, or `null` at the end.
   * @throws what the stream reports, or that the call was aborted
   */
  async next(): Promise<LanguageModelV4StreamPart | null> {
    const { done, value } = await this.reader.read();
    if (this.signal.aborted) throw new Error("The model call was aborted.");
    return done ? null : value;
  }

  /** Gives the stream up, whether or not it has ended. */
  close(): void {
    this.signal.removeEventListener("abort", this.cancel);
    this.cancel();
  }

  private cancel = (): void => {
    this.reader.cancel().catch(() => {});
  };
}
