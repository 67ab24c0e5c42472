import { HttpAgent, runHttpRequest, transformHttpEventStream } from "@ag-ui/client";
import { withQuietEnd } from "../thread-api/quiet-end";
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
