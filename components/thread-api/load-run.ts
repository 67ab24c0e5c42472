import { RequestError } from "./failure";
import { type Fetch, requestJson } from "./request";
import type { RunInfo } from "./threads";

/** The thread's latest run; `null` when there is none, or no such thread yet. @throws RequestError */
export async function loadRun(fetchPage: Fetch, threadId: string): Promise<RunInfo | null> {
  try {
    const path = `/api/threads/${encodeURIComponent(threadId)}`;
    const body = await requestJson(fetchPage, path, { cache: "no-store" });
    return typeof body === "object" && body !== null && "run" in body ? (body.run as RunInfo | null) : null;
  } catch (error) {
    if (error instanceof RequestError && error.failure.kind === "refused" && error.failure.status === 404) return null;
    throw error;
  }
}
