"use client";

import type { Tool } from "@ag-ui/client";
import { ThreadClient } from "../chat-ui/thread-client";
import { useAgUiThread } from "./use-ag-ui-thread";

/** The page `/agui/{threadId}`: the thread on `@ag-ui/client`, beside the desk that the agent works on. */
export function AgUiClient({ threadId, tools }: { threadId: string; tools: Tool[] }) {
  return <ThreadClient threadId={threadId} client="ag-ui" thread={useAgUiThread(threadId, tools)} />;
}
