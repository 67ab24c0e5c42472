import { useEffect } from "react";
import { statusText } from "../chat-ui/status-text";
import type { ThreadModel } from "../chat-ui/thread-client";
import type { ViewMessage, ViewStatus } from "../chat-ui/view";
import type { DurableThread } from "./durable-thread";
import type { DurableThreadState } from "./durable-thread-state";

type AnyThread = Pick<
  DurableThread<{ id: string }>,
  | "state"
  | "actions"
  | "connect"
  | "disconnect"
  | "save"
  | "refresh"
  | "online"
  | "setDraft"
  | "send"
  | "stop"
  | "retry"
  | "dismiss"
  | "loadEarlier"
>;

/** How long changes gather before the tab's copy is written, in milliseconds. */
const SAVE_DELAY = 300;

/** Connects the thread for as long as the page is there. `messages`: what a change of keeps the tab's copy fresh. */
export function useDurableThread(thread: AnyThread, messages: readonly unknown[]): void {
  useEffect(() => {
    thread.connect();
    return () => thread.disconnect();
  }, [thread]);
  useTabCopy(thread, messages);
  useNetwork(thread);
}

/** Keeps the conversation in the tab, so that a reload paints at once. */
function useTabCopy(thread: AnyThread, messages: readonly unknown[]): void {
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

/** Catches up when the network comes back to the machine. */
function useNetwork(thread: AnyThread): void {
  useEffect(() => {
    const onOnline = () => void thread.online();
    window.addEventListener("online", onOnline);
    return () => window.removeEventListener("online", onOnline);
  }, [thread]);
}

interface Seen {
  views: ViewMessage[];
  status: ViewStatus;
  /** A response is being read. */
  reading: boolean;
  /** The agent waits for answers. */
  waits: boolean;
}

type SharedModel = Omit<ThreadModel, "resultCount" | "edit" | "files" | "regenerate">;

/** The page's view of a thread, as far as every client library has it. */
export function toThreadModel(thread: AnyThread, state: DurableThreadState, seen: Seen): SharedModel {
  const { views, status, waits } = seen;
  const busy = isBusy(state, seen.reading);
  return {
    messages: views,
    status,
    statusText: state.reconnecting ? "Reconnecting…" : statusText(status, views),
    known: state.restored || views.length > 0,
    problem: state.problem,
    draft: state.draft,
    // While a handler works, "Send" would flash by: it is offered to those who have something to send.
    busy: busy || (state.running.size > 0 && state.draft.trim() === ""),
    canStop: busy || waits,
    stopping: state.stopping,
    cancels: waits,
    actions: thread.actions,
    earlier: state.before === null ? null : { loading: state.loadingEarlier, load: () => void thread.loadEarlier() },
    setDraft: (text) => thread.setDraft(text),
    send: (text) => void thread.send(text),
    stop: () => void thread.stop(),
    retry: () => void thread.retry(),
    dismiss: () => thread.dismiss(),
  };
}

/** @param reading a response is being read */
export function isBusy({ sending, reconnecting }: DurableThreadState, reading: boolean): boolean {
  return reading || sending || reconnecting;
}

/** @param own what the client library itself says; `ready` where it says nothing */
export function toViewStatus(state: DurableThreadState, own: ViewStatus): ViewStatus {
  if (own === "submitted" || own === "streaming") return own;
  if (state.reconnecting) return "submitted";
  // News without a retry, such as a decision made elsewhere, leaves the page as usable as it was.
  if (state.problem?.kind || own === "error") return "error";
  if (state.sending) return "submitted";
  return state.running.size > 0 ? "streaming" : "ready";
}
