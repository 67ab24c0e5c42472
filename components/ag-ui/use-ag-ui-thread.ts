import type { Message, Tool } from "@ag-ui/client";
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { callRunnerFor } from "@/lib/browser-tools/run-call";
import { createSessionCopy } from "@/lib/browser-tools/session-copy";
import { statusText } from "../chat-ui/status-text";
import type { ThreadModel } from "../chat-ui/thread-client";
import type { ViewStatus } from "../chat-ui/view";
import { createSessionFetch } from "../thread-api/request";
import { AgUiThread } from "./ag-ui-thread";
import { initialState, type ThreadState } from "./thread-state";
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

/** How long changes gather before the tab's copy is written, in milliseconds. */
const SAVE_DELAY = 300;

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
      }),
  );
  const state = useSyncExternalStore(thread.state.subscribe, thread.state.get, () => initialState);

  useEffect(() => {
    thread.connect();
    return () => thread.disconnect();
  }, [thread]);
  useTabCopy(thread, state.messages);
  useReturns(thread);

  const views = useMemo(() => toViewMessages(state), [state]);
  const { messages, interrupts, handed, reading, sending, reconnecting } = state;
  const waits = waitOf(interrupts, messages, handed) !== null;
  const status = toStatus(state);
  const busy = reading || sending || reconnecting;

  return {
    messages: views,
    status,
    statusText: reconnecting ? "Reconnecting…" : statusText(status, views),
    known: state.restored || messages.length > 0,
    problem: state.problem,
    draft: state.draft,
    // While a handler works, "Send" would flash by: it is offered to those who have something to send.
    busy: busy || (state.running.size > 0 && state.draft.trim() === ""),
    canStop: busy || waits,
    stopping: state.stopping,
    cancels: waits,
    resultCount: useMemo(() => messages.filter((message) => message.role === "tool").length, [messages]),
    actions: thread.actions,
    earlier: state.before === null ? null : { loading: state.loadingEarlier, load: () => void thread.loadEarlier() },
    edit: null,
    files: null,
    regenerate: null,
    setDraft: (text) => thread.setDraft(text),
    send: (text) => void thread.send(text),
    stop: () => void thread.stop(),
    retry: () => void thread.retry(),
    dismiss: () => thread.dismiss(),
  };
}

function toStatus({ reading, sending, reconnecting, running, problem, messages }: ThreadState): ViewStatus {
  if (reading) return messages.at(-1)?.role === "user" ? "submitted" : "streaming";
  if (reconnecting) return "submitted";
  // News without a retry, such as a decision made elsewhere, leaves the page as usable as it was.
  if (problem?.kind) return "error";
  if (sending) return "submitted";
  return running.size > 0 ? "streaming" : "ready";
}

/** Keeps the conversation in the tab, so that a reload paints at once. */
function useTabCopy(thread: AgUiThread, messages: readonly Message[]): void {
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
function useReturns(thread: AgUiThread): void {
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
