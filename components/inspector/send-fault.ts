import type { FaultRequest } from "./fault-requests";

/** A request that was sent and what came back. */
export interface FaultAnswer {
  request: FaultRequest;
  /** `null`: no answer, the server could not be reached. */
  status: number | null;
  body: unknown;
  milliseconds: number;
}

/**
 * Sends the requests of a fault one after the other. An early one asks for a stream, which begins when the answer is
 * stored, and leaves it: the run goes on without its reader.
 */
export async function sendFault(
  requests: FaultRequest[],
  onAnswer: (answer: FaultAnswer) => void,
  fetchPage: typeof fetch = (input, init) => fetch(input, init),
): Promise<void> {
  for (const request of requests) {
    const start = performance.now();
    const answer = await send(request, fetchPage);
    onAnswer({ request, ...answer, milliseconds: performance.now() - start });
  }
}

async function send(
  { path, body, early }: FaultRequest,
  fetchPage: typeof fetch,
): Promise<Pick<FaultAnswer, "status" | "body">> {
  try {
    const response = await fetchPage(path, {
      method: "POST",
      headers: { "content-type": "application/json", accept: early ? "text/event-stream" : "application/json" },
      body: JSON.stringify(body),
    });
    const { status } = response;
    if (response.headers.get("content-type")?.includes("text/event-stream")) {
      await response.body?.cancel();
      return { status, body: "Accepted. The stream of the run's events began, and was left." };
    }
    const text = await response.text();
    try {
      return { status, body: JSON.parse(text) };
    } catch {
      return { status, body: text };
    }
  } catch (error) {
    return { status: null, body: error instanceof Error ? error.message : String(error) };
  }
}
