import { type Fetch, requestJson } from "../thread-api/request";
import type { RunInfo } from "../thread-api/threads";

/** The latest run as `GET …/inspector` describes it. */
export interface RunDetails extends RunInfo {
  agent: string;
  model: string;
  mode: "stream" | "run";
  heartbeatAt: string | null;
  startedAt: string;
  endedAt: string | null;
  /** Seconds since the last sign of life; `null` unless it is running. */
  silentSeconds: number | null;
  /** Silent for longer than the lease. */
  dead: boolean;
  stopRequested: boolean;
  firstEvent: number;
  lastEvent: number;
  committedEvent: number;
}

export interface Inspected {
  threadId: string;
  title: string;
  leaseSeconds: number;
  faultLab: boolean;
  run: RunDetails | null;
}

/** One message of a prompt. */
export interface PromptMessage {
  role: "system" | "user" | "assistant" | "tool";
  content: string | ({ type: string } & Record<string, unknown>)[];
}

export interface StepPrompt {
  prompt: PromptMessage[];
  tools: string[];
  /** Of an earlier run some of it is not known any more. */
  complete: boolean;
}

export interface ThreadRow {
  threadId: string;
  title: string;
  status: RunInfo["status"] | null;
  updatedAt: string;
}

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

/** The session's threads, the most recently active first. @throws RequestError */
export async function loadThreads(fetchPage: Fetch): Promise<ThreadRow[]> {
  const { threads } = (await requestJson(fetchPage, "/api/threads", { cache: "no-store" })) as { threads: ThreadRow[] };
  return threads;
}
