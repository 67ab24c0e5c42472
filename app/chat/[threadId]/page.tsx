import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { AiSdkClient } from "@/components/ai-sdk/ai-sdk-client";

export const metadata: Metadata = { title: "Order desk" };

/** A path segment as it was written; `null` for one that is not well encoded. */
function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

/** `/chat/{threadId}`: the thread in the AI SDK client. */
export default async function ChatPage({ params }: { params: Promise<{ threadId: string }> }) {
  const threadId = decode((await params).threadId) ?? notFound();
  // A page of its own for each thread: nothing of the one before stays.
  return <AiSdkClient key={threadId} threadId={threadId} />;
}
