"use client";

import type { Tool } from "@ag-ui/client";
import type { OpenedThread } from "../chat-ui/opened-thread";
import { ThreadClient } from "../chat-ui/thread-client";
import { useAgUiThread } from "./use-ag-ui-thread";

/** The page `/agui/{threadId}`: the thread on `@ag-ui/client`, beside the desk that the agent works on. */
export function AgUiClient({ tools, ...opened }: OpenedThread & { tools: Tool[] }) {
  return <ThreadClient {...opened} client="ag-ui" thread={useAgUiThread(opened.threadId, tools)} />;
}
