"use client";

import type { Tool } from "@ag-ui/client";
import type { ModelOffer } from "../chat-ui/model-offer";
import { ThreadClient } from "../chat-ui/thread-client";
import { useAgUiThread } from "./use-ag-ui-thread";

/** The page `/agui/{threadId}`: the thread on `@ag-ui/client`, beside the desk that the agent works on. */
export function AgUiClient({
  threadId,
  models,
  tools,
}: {
  threadId: string;
  models?: ModelOffer | undefined;
  tools: Tool[];
}) {
  return <ThreadClient threadId={threadId} client="ag-ui" models={models} thread={useAgUiThread(threadId, tools)} />;
}
