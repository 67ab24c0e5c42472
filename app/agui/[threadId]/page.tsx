import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { AgUiClient } from "@/components/ag-ui/ag-ui-client";
import { pageTools } from "@/lib/server/page-tools";

export const metadata: Metadata = { title: "Order desk" };

/** A path segment as it was written; `null` for one that is not well encoded. */
function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

/** `/agui/{threadId}`: the thread in the AG-UI client. */
export default async function AgUiPage({ params }: { params: Promise<{ threadId: string }> }) {
  const threadId = decode((await params).threadId) ?? notFound();
  // The declarations are made here: the page need not load the schemas. A page of its own for each thread: nothing of
  // the one before stays.
  return <AgUiClient key={threadId} threadId={threadId} tools={pageTools()} />;
}
