import type { Metadata } from "next";
import { AgUiClient } from "@/components/ag-ui/ag-ui-client";
import { pageTools } from "@/lib/server/page-tools";
import { openThread } from "@/lib/server/thread-page";

export const metadata: Metadata = { title: "Order desk" };

/** `/agui/{threadId}`: the thread in the AG-UI client. */
export default async function AgUiPage({ params }: { params: Promise<{ threadId: string }> }) {
  const thread = await openThread(params);
  // The declarations are made here: the page need not load the schemas. A page of its own for each thread: nothing of
  // the one before stays.
  return <AgUiClient key={thread.threadId} {...thread} tools={pageTools()} />;
}
