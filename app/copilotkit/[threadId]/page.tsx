import "@/components/chat-ui/markdown.css";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { CopilotKitClient } from "@/components/copilotkit/copilotkit-client";

export const metadata: Metadata = { title: "CopilotKit" };

/** A path segment as it was written; `null` for one that is not well encoded. */
function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

/** `/copilotkit/{threadId}`: the thread in the CopilotKit client. */
export default async function CopilotKitPage({ params }: { params: Promise<{ threadId: string }> }) {
  const threadId = decode((await params).threadId) ?? notFound();
  return <CopilotKitClient key={threadId} threadId={threadId} />;
}
