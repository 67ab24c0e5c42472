import type { Fetch } from "./request";

/**
 * `fetch` whose bodies can always be cancelled. When a connection dies, AG-UI's client cancels the body without handling
 * that this fails as well, which the page would report as an error of its own.
 */
export function withSafeCancel(fetchPage: Fetch): Fetch {
  return async (input, init) => {
    const response = await fetchPage(input, init);
    if (!response.body) return response;
    const reader = response.body.getReader();
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason).catch(() => undefined),
    });
    const { status, statusText, headers } = response;
    return new Response(body, { status, statusText, headers });
  };
}
