"use client";

import type { OpenedThread } from "../chat-ui/opened-thread";
import { ThreadClient } from "../chat-ui/thread-client";
import { useAiSdkThread } from "./use-ai-sdk-thread";

/** The page `/chat/{threadId}`: the thread on the AI SDK's `useChat`, beside the desk that the agent works on. */
export function AiSdkClient(opened: OpenedThread) {
  return <ThreadClient {...opened} client="ai-sdk" thread={useAiSdkThread(opened.threadId)} />;
}
