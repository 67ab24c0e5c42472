import { HttpAgent, runHttpRequest, transformHttpEventStream } from "@ag-ui/client";
import type { Fetch } from "../thread-api/request";

export interface ThreadAgentOptions {
  threadId: string;
  fetch: Fetch;
}

/**
 * The official client on our endpoint, with a `connect` of its own: a run that is still streaming is followed from the
 * end of the page that the server told last.
 */
export class ThreadAgent extends HttpAgent {
  /** Log number up to which the messages reach. */
  after = 0;
  /** The last `connect` found that nothing runs. */
  idle = false;

  constructor({ threadId, fetch }: ThreadAgentOptions) {
    const fetchSafely = withQuietEnd(fetch);
    super({ url: "/api/agui", threadId, fetch: (url, init) => fetchSafely(url, init) });
  }

  protected override connect(input: Parameters<HttpAgent["run"]>[0]): ReturnType<HttpAgent["run"]> {
    this.abortController = new AbortController();
    const { signal } = this.abortController;
    const query = new URLSearchParams({ after: String(this.after), runId: input.runId });
    const url = `/api/agui/threads/${encodeURIComponent(this.threadId)}/stream?${query}`;
    const request = async () => {
      const response = await this.fetch(url, { headers: { accept: "text/event-stream" }, cache: "no-store", signal });
      this.idle = response.status === 204;
      return this.idle ? emptyStream() : response;
    };
    return transformHttpEventStream(runHttpRequest(request));
  }
}

/** A response of no events: the client takes one without a body for a failure. */
function emptyStream(): Response {
  return new Response(new ReadableStream({ start: (controller) => controller.close() }), {
    headers: { "content-type": "text/event-stream" },
  });
}

/**
 * `fetch` whose bodies end where their connection breaks. A body in error the client cancels without handling that this
 * fails, which the page would report as an error of its own; a stream without its last event it is told apart anyway.
 */
export function withQuietEnd(fetchPage: Fetch): Fetch {
  return async (input, init) => {
    const response = await fetchPage(input, init);
    if (!response.body) return response;
    const reader = response.body.getReader();
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }));
        if (done || !value) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason).catch(() => undefined),
    });
    const { status, statusText, headers } = response;
    return new Response(body, { status, statusText, headers });
  };
}
