import type { UIMessage } from "ai";
import { onTestFinished } from "vitest";
import { createAgent } from "../../../agent/create-agent";
import { defineAgent } from "../../../agent/define-agent";
import { MemoryStore } from "../../../agent/testing/memory-store";
import { ScriptedModel, type ScriptedStep } from "../../../agent/testing/scripted-model";
import { type AnyTool, defineTool, frontendTool, toolError } from "../../../agent/tool";
import { AppError } from "../../../errors";
import type { Json } from "../../../json";
import { createAiSdkAdapter } from "../adapter";
import type { ChatChunk } from "../chat-message";
import { toUiMessages } from "../history";
import { parseChatRequest } from "../parse-chat-request";
import type { PostedMessage } from "../posted-message";
import { aiSdkInputTranslator } from "../translator";
import { checkChunk, readMessage } from "./read-message";

export const THREAD = { threadId: "t1", ownerId: "owner" };

/** Counts its executions, like every server tool of these tests. */
export interface ToolRuns {
  [toolName: string]: number;
}

/** Server and frontend tools, with and without approval; one that never returns and one that throws. */
export function testTools(runs: ToolRuns): AnyTool[] {
  const counted = (name: string, result: (input: { value?: Json }) => Json | ReturnType<typeof toolError>) =>
    defineTool({
      name,
      description: name,
      inputSchema: { type: "object" },
      execute: (input) => {
        runs[name] = (runs[name] ?? 0) + 1;
        return result(input as { value?: Json });
      },
    });
  return [
    counted("look_up", ({ value }) => value ?? null),
    counted("refuse", () => toolError("There is no such order.")),
    { ...counted("refund", () => ({ refunded: true })), approval: "More than 100." } as AnyTool,
    defineTool({
      name: "hang",
      description: "hang",
      inputSchema: { type: "object" },
      execute: () => new Promise(() => {}),
    }),
    defineTool({
      name: "explode",
      description: "explode",
      inputSchema: { type: "object" },
      execute: () => {
        throw new Error("secret");
      },
    }),
    frontendTool({ name: "read_title", description: "read_title" }),
    frontendTool({ name: "read_text", description: "read_text" }),
    frontendTool({ name: "copy_text", description: "copy_text", approval: "It changes the clipboard." }),
  ];
}

/** What one request was answered with. */
export interface Exchange {
  request: { method: string; path: string; body: { messages: { id: string; role: string }[] } | null };
  status: number;
  chunks: ChatChunk[];
}

/**
 * The AI SDK routes in memory: the real agent on a scripted model, behind a `fetch`. Bodies are streamed as they come;
 * `cutAfter` breaks the next response's connection after so many chunks. After the test every response is held against the
 * AI SDK's own schema, and read by the AI SDK as a page would read it.
 */
export class ChatServer {
  readonly store = new MemoryStore();
  readonly runs: ToolRuns = {};
  readonly model: ScriptedModel;
  readonly exchanges: Exchange[] = [];
  cutAfter: number | null = null;
  /** Responses whose body has not ended. */
  open = 0;
  private readonly agent;

  constructor(steps: ConstructorParameters<typeof ScriptedModel>[0]) {
    this.model = new ScriptedModel(steps);
    const definition = defineAgent({ name: "test", instructions: "Help.", tools: testTools(this.runs) });
    this.agent = createAgent(definition, { store: this.store, model: this.model, onError: () => {} });
    onTestFinished(() => this.check());
  }

  /** @throws where a response of this server breaks the AI SDK's format, or its reader */
  private async check(): Promise<void> {
    for (const { chunks, request } of this.exchanges) {
      for (const chunk of chunks) await checkChunk(chunk);
      const begun = chunks.flatMap((chunk) =>
        /^(text|reasoning)-start$/.test(chunk.type) && "id" in chunk ? [chunk.id] : [],
      );
      const twice = begun.find((id, index) => begun.indexOf(id) !== index);
      if (twice !== undefined) throw new Error(`The block ${twice} begins twice in one response.`);
      const posted = request.body?.messages.at(-1);
      // A chat renames its message as the response says; this reader alone takes another id for another message.
      const id = chunks.find((chunk) => chunk.type === "start")?.messageId ?? posted?.id;
      const continued = posted?.role === "assistant" ? ({ ...posted, id } as UIMessage) : undefined;
      if (chunks.some(({ type }) => type !== "start" && type !== "finish")) await readMessage(chunks, continued);
    }
  }

  get thread() {
    return this.agent.for(THREAD);
  }

  get posts(): Exchange[] {
    return this.exchanges.filter((exchange) => exchange.request.method === "POST");
  }

  get lastChunks(): ChatChunk[] {
    return this.exchanges.at(-1)?.chunks ?? [];
  }

  /** The server's own history, as `GET /api/chat/{threadId}` gives it. */
  async history() {
    const { messages, run } = await this.thread.history({ limit: 1000 });
    return toUiMessages(messages, run);
  }

  fetch: typeof fetch = async (input, init) => {
    const method = init?.method ?? "GET";
    const path = String(input);
    const body = typeof init?.body === "string" ? JSON.parse(init.body) : null;
    const exchange: Exchange = { request: { method, path, body }, status: 200, chunks: [] };
    this.exchanges.push(exchange);
    try {
      const items = method === "POST" ? await this.post(body) : await this.reattach();
      if (items)
        return new Response(this.stream(items, exchange), { headers: { "content-type": "text/event-stream" } });
      exchange.status = 204;
      return new Response(null, { status: 204 });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      exchange.status = error.status;
      return Response.json(
        { error: { code: error.code, message: error.message, ...error.details } },
        { status: error.status },
      );
    }
  };

  private async post(body: unknown) {
    const chat = parseChatRequest(body);
    const posted: PostedMessage | null = chat.kind === "continuation" ? chat.payload.message : null;
    const handle =
      chat.kind === "turn" && !chat.payload
        ? await this.thread.stream(chat.message, { regenerate: chat.regenerate })
        : await this.thread
            .submitInputs(chat.payload as NonNullable<typeof chat.payload>, aiSdkInputTranslator)
            .accept();
    return handle.events(createAiSdkAdapter(posted));
  }

  private async reattach() {
    const handle = await this.thread.attach();
    return handle?.events(createAiSdkAdapter(null)) ?? null;
  }

  private stream(items: AsyncIterable<ChatChunk>, exchange: Exchange): ReadableStream<Uint8Array> {
    const cutAfter = this.cutAfter;
    this.cutAfter = null;
    const iterator = items[Symbol.asyncIterator]();
    const encoder = new TextEncoder();
    this.open += 1;
    const leave = () => {
      this.open -= 1;
    };
    return new ReadableStream({
      pull: async (controller) => {
        const { done, value } = await iterator.next();
        if (done) {
          leave();
          return controller.close();
        }
        if (cutAfter !== null && exchange.chunks.length >= cutAfter) {
          leave();
          void iterator.return?.();
          // What a browser's fetch says when the network goes away.
          return controller.error(new TypeError("network error"));
        }
        exchange.chunks.push(value);
        controller.enqueue(encoder.encode(`data: ${JSON.stringify(value)}\n\n`));
      },
      cancel: () => {
        leave();
        void iterator.return?.();
      },
    });
  }
}

export type { ScriptedStep };
