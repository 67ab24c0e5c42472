import { z } from "zod";
import type { ThreadAgent } from "../../agent/api";
import type { AgentRun } from "../../agent/events";
import type { Message } from "../../agent/messages";
import { createId } from "../../ids";
import { followAgUi } from "../ag-ui/follow";
import { hydrate } from "../ag-ui/hydrate";
import type { AgUiEvent } from "../ag-ui/wire";
import { approvalsOnly, withApprovalsOnly } from "./approvals-only";

/** Whom a `connect` is about, out of its `RunAgentInput`; what else that holds is the client's copy and not needed. */
export interface ConnectInput {
  threadId: string;
  /** The client's name for this request. */
  runId: string;
}

const connectSchema = z.looseObject({
  threadId: z.string("expected a thread id").min(1).max(256),
  runId: z.string("expected a run id").min(1).max(256).nullish(),
});

/** @throws ZodError */
export function parseConnectInput(body: unknown): ConnectInput {
  const { threadId, runId } = connectSchema.parse(body);
  return { threadId, runId: runId ?? createId("req") };
}

export interface ConnectOptions extends ConnectInput {
  /** The transcript with the thread's latest run, read together. */
  page: { messages: Message[]; run: AgentRun | null; after: number };
  signal?: AbortSignal;
  /** Receives the cause that a neutral error event hides. */
  onError: (error: unknown) => void;
}

/** Restores a thread from storage, and follows its run if that is still running. The reader starts no browser tools. */
export async function* connectThread(agent: ThreadAgent, options: ConnectOptions): AsyncGenerator<AgUiEvent> {
  const { page, runId, signal, onError } = options;
  const { run } = page;
  if (run?.status !== "running") {
    yield* toRestoredThread(options);
    return;
  }
  // No position is the client's: whatever it holds is replaced by what storage has.
  const follow = { page: { ...page, run }, after: -1, runId, onError, ...(signal && { signal }) };
  yield* approvalsOnly(followAgUi(agent, follow));
}

/**
 * A thread at rest as one answered request: the conversation, and the approvals that are open. How its run has failed
 * is not told: CopilotKit would report it anew with every reload.
 */
function toRestoredThread({ threadId, runId, page }: ConnectOptions): AgUiEvent[] {
  const { messages, interrupts } = hydrate(page.messages, page.run);
  const outcome = interrupts.length > 0 ? { outcome: { type: "interrupt" as const, interrupts } } : {};
  return [
    { type: "RUN_STARTED", threadId, runId },
    { type: "MESSAGES_SNAPSHOT", messages },
    withApprovalsOnly({ type: "RUN_FINISHED", threadId, runId, ...outcome }),
  ];
}
