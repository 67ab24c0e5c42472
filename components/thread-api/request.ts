import { parseRefusal, RequestError } from "./failure";

export type Fetch = typeof fetch;

/**
 * `fetch` for our own routes. The first answer of a browser without a session is 401: it is given one, and the request
 * is made again.
 */
export function createSessionFetch(fetchPage: Fetch = (input, init) => fetch(input, init)): Fetch {
  return async (input, init) => {
    const response = await fetchPage(input, init);
    if (response.status !== 401) return response;
    const session = await fetchPage("/api/session", { headers: { accept: "application/json" } });
    return session.ok ? fetchPage(input, init) : response;
  };
}

/** A JSON request. @throws RequestError */
export async function requestJson(fetchPage: Fetch, path: string, init?: RequestInit): Promise<unknown> {
  let response: Response;
  let body: string;
  try {
    response = await fetchPage(path, init);
    body = await response.text();
  } catch (error) {
    if (init?.signal?.aborted) throw error;
    throw new RequestError({ kind: "connection" });
  }
  if (!response.ok) throw new RequestError(parseRefusal(response.status, body));
  try {
    return body === "" ? null : JSON.parse(body);
  } catch {
    throw new RequestError({ kind: "unreadable", message: "The server's answer is not JSON." });
  }
}
