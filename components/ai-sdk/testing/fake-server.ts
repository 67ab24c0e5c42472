import type { UIMessage, UIMessageChunk } from "ai";
import type { RunInfo } from "../../thread-api/threads";

export interface Posted {
  id: string;
  messages: UIMessage[];
  trigger: string;
  messageId?: string;
}

type Answer = Response | (() => Response | Promise<Response>);

/** The thread's history as `GET /api/chat/{threadId}` gives it. */
export interface FakeHistory {
  messages: UIMessage[];
  run: RunInfo | null;
}

/**
 * Our routes for one thread, scripted: each request takes the next answer of its kind, and what was asked is kept.
 * An answer that nobody scripted fails like a network that is down.
 */
export function createFakeServer(history: FakeHistory = { messages: [], run: null }) {
  const server = {
    history,
    /** Every request, as `METHOD path`. */
    requests: [] as string[],
    posts: [] as Posted[],
    /** Answers to `POST /api/chat` and to `GET …/stream`, in order. */
    chat: [] as Answer[],
    streams: [] as Answer[],
    stops: [] as Answer[],
    /** Set to answer the history requests differently for a while. */
    historyAnswers: [] as Answer[],
    fetch: (async (input, init) => {
      const path = String(input);
      const method = init?.method ?? "GET";
      server.requests.push(`${method} ${path}`);
      if (init?.signal?.aborted) throw new DOMException("Aborted", "AbortError");
      if (path === "/api/chat") server.posts.push(JSON.parse(String(init?.body)) as Posted);
      const answer = next(path);
      if (!answer) throw new TypeError("Failed to fetch");
      return typeof answer === "function" ? answer() : answer;
    }) as typeof fetch,
  };

  function next(path: string): Answer | undefined {
    if (path === "/api/chat") return server.chat.shift();
    if (path.endsWith("/stream")) return server.streams.shift() ?? new Response(null, { status: 204 });
    if (path.endsWith("/stop")) return server.stops.shift() ?? Response.json({ stopped: true });
    return server.historyAnswers.shift() ?? Response.json({ ...server.history, after: 1 });
  }

  return server;
}

export type FakeServer = ReturnType<typeof createFakeServer>;

/** A whole UI message stream. Without a final frame it is one that broke off. */
export function stream(...chunks: UIMessageChunk[]): Response {
  const body = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("");
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

/** The contract's error body. */
export function refusal(status: number, code: string, more: object = {}): Response {
  return Response.json(
    { error: { code, message: `Refused: ${code}.`, retryable: status >= 500, requestId: "req_1", ...more } },
    { status },
  );
}

export function runInfo(status: RunInfo["status"], interrupt: RunInfo["interrupt"] = null): RunInfo {
  return { runId: "run_1", status, attempt: 1, interrupt };
}

export function question(id: string, text: string): UIMessage {
  return { id, role: "user", parts: [{ type: "text", text }] };
}
