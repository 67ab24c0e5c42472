import { expect } from "@playwright/test";
import { readUIMessageStream, type UIMessageChunk, uiMessageChunkSchema } from "ai";
import type { ApiClient } from "./session";

/** One request of the AI SDK client and what its response streamed. */
export interface Exchange {
  method: string;
  path: string;
  status: number;
  chunks: UIMessageChunk[];
}

/**
 * The session's `fetch`, remembering what every streamed response held. The client reads the original bytes; the
 * record is a copy.
 */
export class RecordingFetch {
  readonly exchanges: Exchange[] = [];
  /** Responses that have not ended. */
  open = 0;

  constructor(
    private client: ApiClient,
    readonly threadId: string,
  ) {}

  /** Later requests go to another server process with the same session. */
  moveTo(baseUrl: string): void {
    this.client = this.client.at(baseUrl);
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const exchange: Exchange = { method: init?.method ?? "GET", path: String(input), status: 0, chunks: [] };
    this.exchanges.push(exchange);
    const response = await this.client.fetch(input, init);
    exchange.status = response.status;
    if (!response.body || !response.headers.get("content-type")?.startsWith("text/event-stream")) return response;
    const [forClient, forRecord] = response.body.tee();
    this.open += 1;
    void this.record(forRecord, exchange)
      .catch(() => {})
      .finally(() => {
        this.open -= 1;
      });
    return new Response(forClient, { status: response.status, headers: response.headers });
  };

  private async record(body: ReadableStream<Uint8Array>, exchange: Exchange): Promise<void> {
    let text = "";
    const decoder = new TextDecoder();
    for await (const bytes of body) {
      text += decoder.decode(bytes, { stream: true });
      const frames = text.split("\n\n");
      text = frames.pop() ?? "";
      for (const frame of frames) {
        if (!frame.startsWith("data: ") || frame === "data: [DONE]") continue;
        exchange.chunks.push(JSON.parse(frame.slice(6)));
      }
    }
  }

  /** Every recorded chunk passes the AI SDK's own schema, and every whole response rebuilds without an error. */
  async verify(): Promise<void> {
    const schema = uiMessageChunkSchema();
    for (const { chunks } of this.exchanges) {
      for (const chunk of chunks) {
        const result = await schema.validate?.(chunk);
        expect(result, JSON.stringify(chunk)).toMatchObject({ success: true });
      }
    }
    const first = this.exchanges.find(({ method, chunks }) => method === "POST" && chunks.length > 0);
    if (!first) return;
    const errors: unknown[] = [];
    const stream = new ReadableStream<UIMessageChunk>({
      start(controller) {
        for (const chunk of first.chunks) controller.enqueue(chunk);
        controller.close();
      },
    });
    for await (const _ of readUIMessageStream({
      stream,
      onError: (error) => errors.push(error),
      terminateOnError: true,
    }));
    expect(errors).toEqual(first.chunks.some((chunk) => chunk.type === "error") ? [expect.anything()] : []);
  }
}
