"use client";

import type { ModelOffer } from "../chat-ui/model-offer";
import { ThreadClient } from "../chat-ui/thread-client";
import { useAiSdkThread } from "./use-ai-sdk-thread";

/** The page `/chat/{threadId}`: the thread on the AI SDK's `useChat`, beside the desk that the agent works on. */
export function AiSdkClient({ threadId, models }: { threadId: string; models?: ModelOffer | undefined }) {
  return <ThreadClient threadId={threadId} client="ai-sdk" models={models} thread={useAiSdkThread(threadId)} />;
}
