import type { Client } from "./client";
import type { Aim, RouteCase } from "./route-cases";

/** What brings a thread to where a case needs it. */
const QUESTIONS = {
  approval: "Refund 250 for A-1001",
  results: "What is the title of this page?",
  finished: "Hello",
};

interface Answer {
  run: { runId: string; attempt: number; interrupt: { calls: { callId: string }[] } | null };
}

/** Brings a thread to where a case needs it. */
export async function prepare(client: Client, threadId: string, on: RouteCase["on"], messageId: string): Promise<Aim> {
  if (on === "fresh" || on === "nothing") return { threadId, callId: "c", runId: "r", attempt: 1, messageId };
  const { body } = await client.send<Answer>(`/api/threads/${threadId}/messages`, { text: QUESTIONS[on] });
  const { runId, attempt, interrupt } = body.run;
  return { threadId, callId: interrupt?.calls[0]?.callId ?? "none", runId, attempt, messageId };
}
