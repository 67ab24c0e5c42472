import type { Run } from "@/lib/protocols/native/responses.schema";
import { RequestError } from "./failure";
import { type Fetch, requestJson } from "./request";

/** The latest run of a thread, as far as the pages look at it. */
export type RunInfo = Pick<Run, "runId" | "status" | "attempt" | "error" | "interrupt">;

/** One call that the run waits for. `outcome` is present once it has been answered. */
export type WaitingCall = NonNullable<Run["interrupt"]>["calls"][number];

/** `GET /api/chat/{threadId}`: the server's own history, up to the log event `after`. */
export interface ThreadHistory<Message> {
  messages: Message[];
  run: RunInfo | null;
  after: number;
  /** Names where older messages end, if there are any. */
  before?: string | null;
}

function path(threadId: string, verb: string): string {
  return `/api/threads/${encodeURIComponent(threadId)}/${verb}`;
}

/** The newest page, or the one before `before`. @throws RequestError */
export async function loadHistory<Message>(
  fetchPage: Fetch,
  threadId: string,
  before?: string,
): Promise<ThreadHistory<Message>> {
  const query = before === undefined ? "" : `?before=${encodeURIComponent(before)}`;
  const body = await requestJson(fetchPage, `/api/chat/${encodeURIComponent(threadId)}${query}`, { cache: "no-store" });
  if (typeof body !== "object" || body === null || !("messages" in body) || !Array.isArray(body.messages)) {
    throw new RequestError({ kind: "unreadable", message: "The server's answer is not a conversation." });
  }
  return body as ThreadHistory<Message>;
}

/** Ends the live run of the thread. @throws RequestError */
export async function stopThread(fetchPage: Fetch, threadId: string): Promise<void> {
  await requestJson(fetchPage, path(threadId, "stop"), postJson({}));
}

/** Continues a failed or dead run, fenced by what this page last saw of it. @throws RequestError */
export async function recoverThread(
  fetchPage: Fetch,
  threadId: string,
  run: Pick<RunInfo, "runId" | "attempt">,
): Promise<void> {
  await requestJson(fetchPage, path(threadId, "recover"), postJson({ runId: run.runId, attempt: run.attempt }));
}

function postJson(body: object): RequestInit {
  return { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

/** The calls that still wait for their outcome, when that is what the run waits for. */
export function waitingCalls(run: RunInfo | null, type: "approval" | "tool-results"): WaitingCall[] {
  if (run?.status !== "suspended" || run.interrupt?.type !== type) return [];
  return run.interrupt.calls.filter((call) => call.outcome === undefined || call.outcome === null);
}
