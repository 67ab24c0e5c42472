import type { Metadata } from "next";
import { Inspector } from "@/components/inspector/inspector";
import { threadIdOf } from "@/lib/server/thread-page";

export const metadata: Metadata = { title: "Inspector" };

/** `/inspector/{threadId}`: the thread's run, its log, and what its clients received. */
export default async function InspectorThreadPage({ params }: { params: Promise<{ threadId: string }> }) {
  const threadId = await threadIdOf(params);
  return <Inspector key={threadId} threadId={threadId} />;
}
