import type { Metadata } from "next";
import { AiSdkClient } from "@/components/ai-sdk/ai-sdk-client";
import { openThread } from "@/lib/server/thread-page";

export const metadata: Metadata = { title: "Order desk" };

/** `/chat/{threadId}`: the thread in the AI SDK client. */
export default async function ChatPage({ params }: { params: Promise<{ threadId: string }> }) {
  const thread = await openThread(params);
  // A page of its own for each thread: nothing of the one before stays.
  return <AiSdkClient key={thread.threadId} {...thread} />;
}
