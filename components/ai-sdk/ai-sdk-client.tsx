"use client";

import { ThreadClient } from "../chat-ui/thread-client";
import { useAiSdkThread } from "./use-ai-sdk-thread";

/** The page `/chat/{threadId}`: the thread on the AI SDK's `useChat`, beside the desk that the agent works on. */
export function AiSdkClient({ threadId }: { threadId: string }) {
  return <ThreadClient threadId={threadId} client="ai-sdk" thread={useAiSdkThread(threadId)} />;
}
