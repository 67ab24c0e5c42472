import { useChat } from "@ai-sdk/react";
import { isToolUIPart, type UIMessage } from "ai";
import { useMemo, useState, useSyncExternalStore } from "react";
import { callRunnerFor } from "@/lib/browser-tools/run-call";
import { createSessionCopy } from "@/lib/browser-tools/session-copy";
import type { ThreadModel } from "../chat-ui/thread-client";
import type { ViewStatus } from "../chat-ui/view";
import { createSessionFetch } from "../thread-api/request";
import { waitingCalls } from "../thread-api/threads";
import { isBusy, toThreadModel, toViewStatus, useDurableThread } from "../thread-api/use-durable-thread";
import { tellOtherTabs } from "../threads/thread-changes";
import { useReturns } from "../threads/use-returns";
import { openCalls } from "./calls";
import { ThreadChat } from "./thread-chat";
import { initialState, type ThreadState } from "./thread-state";
import { toViewMessages } from "./to-view";

function isMessage(value: unknown): value is UIMessage {
  if (typeof value !== "object" || value === null) return false;
  return (
    "id" in value && typeof value.id === "string" && "role" in value && "parts" in value && Array.isArray(value.parts)
  );
}

const sessionCopy = createSessionCopy<UIMessage[]>({
  name: "ai-sdk-messages",
  version: 1,
  isValid: (value): value is UIMessage[] => Array.isArray(value) && value.every(isMessage),
});

/** How often a streaming answer renders, in milliseconds: faster than anybody reads. */
const RENDER_INTERVAL = 40;

/** One thread on `useChat`: the conversation as the shared pieces show it, and everything a person can do in it. */
export function useAiSdkThread(threadId: string): ThreadModel {
  const [thread] = useState(
    () =>
      new ThreadChat({
        threadId,
        fetch: createSessionFetch(),
        runner: () => callRunnerFor(threadId),
        copy: sessionCopy,
        onAccepted: () => tellOtherTabs(threadId),
      }),
  );
  const { messages, status: chatStatus } = useChat({ chat: thread.chat, throttle: RENDER_INTERVAL });
  const state = useSyncExternalStore(thread.state.subscribe, thread.state.get, () => initialState);

  useDurableThread(thread, messages);

  const reading = chatStatus === "submitted" || chatStatus === "streaming";
  const busy = isBusy(state, reading);
  const { run, started, running, notes } = state;
  const views = useMemo(() => {
    const waiting = new Set(waitingCalls(run, "tool-results").map((call) => call.callId));
    return toViewMessages(messages, { busy, started, running, waiting, notes });
  }, [messages, busy, run, started, running, notes]);
  const status = toViewStatus(state, chatStatus);
  const waits = openCalls(messages).length > 0;
  useReturns(threadId, thread, { busy: busy || running.size > 0, waits });

  return {
    ...toThreadModel(thread, state, { views, status, reading, waits }),
    resultCount: useMemo(() => countResults(messages), [messages]),
    edit: isSettled(status, run) && messages.length > 0 ? (text) => void thread.edit(text) : null,
    regenerate: status === "ready" && isRepeatable(messages.at(-1)) ? thread.regenerate : null,
    files: {
      list: state.files,
      add: (files) => void thread.attach(files),
      remove: (index) => thread.detach(index),
    },
  };
}

function countResults(messages: UIMessage[]): number {
  let count = 0;
  for (const { parts } of messages) {
    for (const part of parts) if ("state" in part && part.state === "output-available") count += 1;
  }
  return count;
}

/** The last turn is over, well or not. */
function isSettled(status: ViewStatus, run: ThreadState["run"]): boolean {
  if (status === "ready") return run === null || (run.status !== "suspended" && run.status !== "running");
  return status === "error" && run?.status === "failed";
}

/** An answer without tool calls: asked for again, it has no effect but another text. */
function isRepeatable(message: UIMessage | undefined): boolean {
  return message?.role === "assistant" && !message.parts.some(isToolUIPart);
}
