import { useChat } from "@ai-sdk/react";
import { isToolUIPart, type UIMessage } from "ai";
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { callRunnerFor } from "@/lib/browser-tools/run-call";
import { createSessionCopy } from "@/lib/browser-tools/session-copy";
import { statusText } from "../chat-ui/status-text";
import type { ThreadModel } from "../chat-ui/thread-client";
import type { ViewStatus } from "../chat-ui/view";
import { createSessionFetch } from "../thread-api/request";
import { waitingCalls } from "../thread-api/threads";
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
/** How long changes gather before the tab's copy is written, in milliseconds. */
const SAVE_DELAY = 300;

/** One thread on `useChat`: the conversation as the shared pieces show it, and everything a person can do in it. */
export function useAiSdkThread(threadId: string): ThreadModel {
  const [thread] = useState(
    () =>
      new ThreadChat({
        threadId,
        fetch: createSessionFetch(),
        runner: () => callRunnerFor(threadId),
        copy: sessionCopy,
      }),
  );
  const { messages, status: chatStatus } = useChat({ chat: thread.chat, throttle: RENDER_INTERVAL });
  const state = useSyncExternalStore(thread.state.subscribe, thread.state.get, () => initialState);

  useEffect(() => {
    thread.connect();
    return () => thread.disconnect();
  }, [thread]);
  useTabCopy(thread, messages);
  useReturns(thread);

  const reading = chatStatus === "submitted" || chatStatus === "streaming";
  const busy = reading || state.sending || state.reconnecting;
  const { run, started, running, notes } = state;
  const views = useMemo(() => {
    const waiting = new Set(waitingCalls(run, "tool-results").map((call) => call.callId));
    return toViewMessages(messages, { busy, started, running, waiting, notes });
  }, [messages, busy, run, started, running, notes]);
  const status = toStatus(chatStatus, state);
  const waits = openCalls(messages).length > 0;

  return {
    messages: views,
    status,
    statusText: state.reconnecting ? "Reconnecting…" : statusText(status, views),
    known: state.restored || messages.length > 0,
    problem: state.problem,
    draft: state.draft,
    // While a handler works, "Send" would flash by: it is offered to those who have something to send.
    busy: busy || (state.running.size > 0 && state.draft.trim() === ""),
    canStop: busy || waits,
    stopping: state.stopping,
    cancels: waits,
    resultCount: useMemo(() => countResults(messages), [messages]),
    actions: thread.actions,
    earlier: state.before === null ? null : { loading: state.loadingEarlier, load: () => void thread.loadEarlier() },
    edit: isSettled(status, run) && messages.length > 0 ? (text) => void thread.edit(text) : null,
    regenerate: status === "ready" && isRepeatable(messages.at(-1)) ? thread.regenerate : null,
    files: {
      list: state.files,
      add: (files) => void thread.attach(files),
      remove: (index) => thread.detach(index),
    },
    setDraft: (text) => thread.setDraft(text),
    send: (text) => void thread.send(text),
    stop: () => void thread.stop(),
    retry: () => void thread.retry(),
    dismiss: () => thread.dismiss(),
  };
}

function toStatus(chat: ViewStatus, { sending, reconnecting, running, problem }: ThreadState): ViewStatus {
  if (chat === "submitted" || chat === "streaming") return chat;
  if (reconnecting) return "submitted";
  // News without a retry, such as a decision made elsewhere, leaves the page as usable as it was.
  if (problem?.kind || chat === "error") return "error";
  if (sending) return "submitted";
  return running.size > 0 ? "streaming" : "ready";
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

/** Keeps the conversation in the tab, so that a reload paints at once. */
function useTabCopy(thread: ThreadChat, messages: UIMessage[]): void {
  useEffect(() => {
    if (messages.length === 0) return;
    const timer = setTimeout(() => thread.save(), SAVE_DELAY);
    return () => clearTimeout(timer);
  }, [thread, messages]);

  useEffect(() => {
    const save = () => thread.save();
    window.addEventListener("pagehide", save);
    return () => window.removeEventListener("pagehide", save);
  }, [thread]);
}

/** Looks again when the person comes back to the page, or the network to the machine. */
function useReturns(thread: ThreadChat): void {
  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState === "visible") void thread.refresh();
    };
    const onOnline = () => {
      if (thread.state.get().problem?.kind === "catch-up") void thread.retry();
    };
    document.addEventListener("visibilitychange", onVisible);
    window.addEventListener("focus", onVisible);
    window.addEventListener("online", onOnline);
    return () => {
      document.removeEventListener("visibilitychange", onVisible);
      window.removeEventListener("focus", onVisible);
      window.removeEventListener("online", onOnline);
    };
  }, [thread]);
}
