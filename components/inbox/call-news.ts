import type { ViewToolPart } from "../chat-ui/view";
import type { SettledCall } from "../thread-api/failure";
import { type Fetch, requestJson } from "../thread-api/request";

/** How a call has ended. */
export type CallEnd = Pick<ViewToolPart, "state" | "output" | "errorText">;

type Outcome = { type: string; value?: unknown; message?: string };

/** What the run log says of a call: the decision about it, and how it has ended. */
export interface CallNews {
  decision?: Extract<SettledCall, { approved: boolean }>;
  outcome?: Outcome;
}

/** An event of `GET …/events`, as far as it is news of a call. */
type LogEvent =
  | ({ type: "approval-responded"; callId: string } & NonNullable<CallNews["decision"]>)
  | { type: "tool-result"; callId: string; outcome: Outcome };

/** News of a thread's calls since log number `after`, by call id; none where the log cannot be had. */
export async function loadNews(fetchPage: Fetch, threadId: string, after: number): Promise<Map<string, CallNews>> {
  const news = new Map<string, CallNews>();
  try {
    const path = `/api/threads/${encodeURIComponent(threadId)}/events?after=${after}`;
    const body = await requestJson(fetchPage, path, { cache: "no-store", headers: { accept: "application/json" } });
    for (const event of (body as { events: LogEvent[] }).events) {
      if (event.type === "approval-responded") {
        news.set(event.callId, { ...news.get(event.callId), decision: event });
      } else if (event.type === "tool-result") {
        news.set(event.callId, { ...news.get(event.callId), outcome: event.outcome });
      }
    }
  } catch {
    // It was about to be told how things went on elsewhere: that stays unknown.
  }
  return news;
}

export function toCallEnd({ type, value, message }: Outcome): CallEnd {
  if (type === "result") return { state: "output-available", output: value };
  return type === "rejected" ? { state: "output-denied" } : { state: "output-error", errorText: message };
}
