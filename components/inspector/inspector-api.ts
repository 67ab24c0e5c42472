import type { Inspected, StepPrompt } from "@/lib/protocols/native/responses.schema";
import { type Fetch, requestJson } from "../thread-api/request";

export function threadPath(threadId: string, verb: string): string {
  return `/api/threads/${encodeURIComponent(threadId)}/${verb}`;
}

/** @throws RequestError */
export async function loadInspected(fetchPage: Fetch, threadId: string): Promise<Inspected> {
  return (await requestJson(fetchPage, threadPath(threadId, "inspector"), { cache: "no-store" })) as Inspected;
}

/** What the model saw at the step that wrote this message. @throws RequestError */
export async function loadPrompt(fetchPage: Fetch, threadId: string, messageId: string): Promise<StepPrompt> {
  const path = `${threadPath(threadId, "prompt")}?messageId=${encodeURIComponent(messageId)}`;
  return (await requestJson(fetchPage, path, { cache: "no-store" })) as StepPrompt;
}
