import type { Message, Tool } from "@ag-ui/client";
import { useMemo, useState, useSyncExternalStore } from "react";
import { callRunnerFor } from "@/lib/browser-tools/run-call";
import { createSessionCopy } from "@/lib/browser-tools/session-copy";
import type { ThreadModel } from "../chat-ui/thread-client";
import { createSessionFetch } from "../thread-api/request";
import { isBusy, toThreadModel, toViewStatus, useDurableThread } from "../thread-api/use-durable-thread";
import { tellOtherTabs } from "../threads/thread-changes";
import { useReturns } from "../threads/use-returns";
import { AgUiThread } from "./ag-ui-thread";
import { initialState } from "./thread-state";
import { toViewMessages } from "./to-view";
import { waitOf } from "./wait";

function isMessage(value: unknown): value is Message {
  if (typeof value !== "object" || value === null) return false;
  return "id" in value && typeof value.id === "string" && "role" in value && typeof value.role === "string";
}

const sessionCopy = createSessionCopy<Message[]>({
  name: "ag-ui-messages",
  version: 1,
  isValid: (value): value is Message[] => Array.isArray(value) && value.every(isMessage),
});

/** One thread on the official AG-UI client: as the shared pieces show it, and everything a person can do in it. */
export function useAgUiThread(threadId: string, tools: Tool[]): ThreadModel {
  const [thread] = useState(
    () =>
      new AgUiThread({
        threadId,
        tools,
        fetch: createSessionFetch(),
        runner: () => callRunnerFor(threadId),
        copy: sessionCopy,
        onAccepted: () => tellOtherTabs(threadId),
      }),
  );
  const state = useSyncExternalStore(thread.state.subscribe, thread.state.get, () => initialState);

  useDurableThread(thread, state.messages);

  const views = useMemo(() => toViewMessages(state), [state]);
  const { messages, interrupts, handed, reading } = state;
  const waits = waitOf(interrupts, messages, handed) !== null;
  useReturns(threadId, thread, { busy: isBusy(state, reading) || state.running.size > 0, waits });
  const own = !reading ? "ready" : messages.at(-1)?.role === "user" ? "submitted" : "streaming";

  return {
    ...toThreadModel(thread, state, { views, status: toViewStatus(state, own), reading, waits }),
    resultCount: useMemo(() => messages.filter((message) => message.role === "tool").length, [messages]),
    edit: null,
    files: null,
    regenerate: null,
  };
}
