import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Inspector } from "@/components/inspector/inspector";

export const metadata: Metadata = { title: "Inspector" };

/** A path segment as it was written; `null` for one that is not well encoded. */
function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

/** `/inspector/{threadId}`: the thread's run, its log, and what its clients received. */
export default async function InspectorThreadPage({ params }: { params: Promise<{ threadId: string }> }) {
  const threadId = decode((await params).threadId) ?? notFound();
  return <Inspector key={threadId} threadId={threadId} />;
}
