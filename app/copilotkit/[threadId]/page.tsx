import "@/components/chat-ui/markdown.css";
import type { Metadata } from "next";
import { CopilotKitClient } from "@/components/copilotkit/copilotkit-client";
import { openThread } from "@/lib/server/thread-page";

export const metadata: Metadata = { title: "CopilotKit" };

/** `/copilotkit/{threadId}`: the thread in the CopilotKit client. */
export default async function CopilotKitPage({ params }: { params: Promise<{ threadId: string }> }) {
  const thread = await openThread(params);
  return <CopilotKitClient key={thread.threadId} {...thread} />;
}
