import type { InboxWait } from "@/lib/protocols/native/responses.schema";
import { parseRefusal, RequestError } from "../thread-api/failure";
import { type Fetch, requestJson } from "../thread-api/request";

/** A person's answer to one call, as a native route takes it. */
export type Answer =
  | { type: "decision"; approved: boolean; reason?: string }
  | { type: "result"; output: unknown }
  | { type: "cancel"; error: string };

/** @throws RequestError */
export async function loadInbox(fetchPage: Fetch): Promise<InboxWait[]> {
  const body = await requestJson(fetchPage, "/api/inbox", { cache: "no-store" });
  if (typeof body === "object" && body !== null && "waits" in body && Array.isArray(body.waits)) {
    return body.waits as InboxWait[];
  }
  throw new RequestError({ kind: "unreadable", message: "The server's answer is not an inbox." });
}

function toRequest(callId: string, answer: Answer): { route: "approvals" | "results"; body: object } {
  switch (answer.type) {
    case "decision": {
      const { approved, reason } = answer;
      const decision = approved ? "approve" : reason ? ["reject", reason] : "reject";
      return { route: "approvals", body: { decisions: { [callId]: decision }, via: "the inbox" } };
    }
    case "result":
      return { route: "results", body: { results: { [callId]: { result: answer.output ?? null } } } };
    case "cancel":
      return { route: "results", body: { results: { [callId]: { error: answer.error } } } };
  }
}

/**
 * Hands in an answer. Resolves as soon as the server has stored it; `ended` resolves when the run waits or ends again.
 * @throws RequestError
 */
export async function submitAnswer(
  fetchPage: Fetch,
  threadId: string,
  callId: string,
  answer: Answer,
): Promise<{ ended: Promise<void> }> {
  const { route, body } = toRequest(callId, answer);
  let response: Response;
  try {
    response = await fetchPage(`/api/threads/${encodeURIComponent(threadId)}/${route}`, {
      method: "POST",
      // As events, because those begin with the acceptance: the JSON answer comes only when the agent has finished.
      headers: { "content-type": "application/json", accept: "text/event-stream" },
      body: JSON.stringify(body),
    });
  } catch {
    throw new RequestError({ kind: "connection" });
  }
  if (!response.ok) throw new RequestError(parseRefusal(response.status, await response.text().catch(() => "")));
  // The events are of no interest here, and a connection that breaks changes nothing for the run.
  const ended = response.text().then(
    () => undefined,
    () => undefined,
  );
  return { ended };
}
