import type { Interrupt, Message } from "@ag-ui/client";
import { RequestError } from "../thread-api/failure";
import { type Fetch, requestJson } from "../thread-api/request";
import type { RunInfo } from "../thread-api/threads";

/** `GET /api/agui/threads/{threadId}`: the thread as a client held it when its stream ended. */
export interface LoadedThread {
  messages: Message[];
  interrupts: Interrupt[];
  status: RunInfo["status"] | null;
  after: number;
  before: string | null;
}

/** The newest page, or the one before `before`. @throws RequestError */
export async function loadThread(fetchPage: Fetch, threadId: string, before?: string): Promise<LoadedThread> {
  const query = before === undefined ? "" : `?before=${encodeURIComponent(before)}`;
  const path = `/api/agui/threads/${encodeURIComponent(threadId)}${query}`;
  const body = await requestJson(fetchPage, path, { cache: "no-store" });
  if (typeof body !== "object" || body === null || !("messages" in body) || !Array.isArray(body.messages)) {
    throw new RequestError({ kind: "unreadable", message: "The server's answer is not a conversation." });
  }
  return body as LoadedThread;
}
