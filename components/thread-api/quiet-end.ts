import type { Fetch } from "./request";

/**
 * `fetch` whose bodies end where their connection breaks. AG-UI's client cancels a body in error without handling
 * that this fails, which the page would report as an error of its own. That the last event is missing is for the caller
 * to notice.
 */
export function withQuietEnd(fetchPage: Fetch): Fetch {
  return async (input, init) => {
    const response = await fetchPage(input, init);
    // A browser gives an answer without content a body all the same, and refuses to make such an answer again.
    if (!response.body || response.status === 204) return response;
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
