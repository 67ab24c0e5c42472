import type { Chat } from "@ai-sdk/react";
import type { UIMessage } from "ai";
import { lastStepIsSettled, lastStepTools } from "@/lib/browser-tools/last-step";
import type { CatchUp } from "../thread-api/durable-thread";
import type { Fetch } from "../thread-api/request";
import { loadHistory, type ThreadHistory, type WaitingCall, waitingCalls } from "../thread-api/threads";
import { isAnswered } from "./calls";
import { mergeHistory } from "./merge-history";

/** How often a run that claims to run may turn out to have no stream before the page stops asking. */
const MAX_IDLE_ROUNDS = 5;
const IDLE_PAUSE = 500;

export interface SyncOptions {
  chat: Chat<UIMessage>;
  threadId: string;
  fetch: Fetch;
  sleep(milliseconds: number): Promise<void>;
  /** The server's word has been taken: `lost` is a question that it does not know. `watch`: as in {@link CatchUp}. */
  onAdopted(history: ThreadHistory<UIMessage>, lost: UIMessage | null, watch: boolean): void;
}

interface SyncCatchUp extends Pick<CatchUp, "alive" | "onFirst" | "watch"> {
  /** `false`: the answers that only this page holds are wrong, the server's history replaces them. */
  keep?: boolean;
}

/** All calls that the run waits for, whatever it waits for. */
function allWaiting(history: ThreadHistory<UIMessage>): WaitingCall[] {
  return [...waitingCalls(history.run, "tool-results"), ...waitingCalls(history.run, "approval")];
}

/** Brings the page's copy of a thread in line with the server's, and follows its live run. */
export class ThreadSync {
  /** The stream now being read is one that this page only follows: it starts no browser tool. */
  following = false;
  /** A stream has begun since this was last set to false. */
  streamed = false;

  constructor(private readonly options: SyncOptions) {}

  get busy(): boolean {
    const { status } = this.options.chat;
    return status === "submitted" || status === "streaming";
  }

  /** The newest page, or the one before `before`. @throws RequestError */
  load(before?: string): Promise<ThreadHistory<UIMessage>> {
    return loadHistory<UIMessage>(this.options.fetch, this.options.threadId, before);
  }

  /**
   * Takes the server's history and, as long as the run is running, reads its stream to the end. Failures of the stream
   * are `useChat`'s error. @throws RequestError
   */
  async catchUp({ alive, keep = true, watch = false, onFirst }: SyncCatchUp): Promise<void> {
    const { chat, sleep } = this.options;
    const moved = () => !alive() || this.busy;
    for (let idle = 0; idle < MAX_IDLE_ROUNDS; ) {
      const history = await this.load();
      // What the person has begun meanwhile is newer than this history.
      if (moved()) return;
      this.adopt(history, keep, watch);
      onFirst?.();
      if (moved() || history.run?.status !== "running") return;
      await this.follow();
      if (moved() || chat.status === "error") return;
      if (this.streamed) continue;
      idle += 1;
      await sleep(IDLE_PAUSE * idle);
    }
  }

  /** Whether this page holds the last word: a question, or answers to the whole wait, that never arrived. */
  lacks(history: ThreadHistory<UIMessage>, unaccepted: boolean): boolean {
    const { messages } = this.options.chat;
    const last = messages.at(-1);
    if (last?.role === "user") return unaccepted && !history.messages.some((message) => message.id === last.id);
    const answered = new Set(
      lastStepTools(messages)
        .filter(isAnswered)
        .map((part) => part.toolCallId),
    );
    const waiting = allWaiting(history);
    return waiting.length > 0 && waiting.every((call) => answered.has(call.callId));
  }

  private async follow(): Promise<void> {
    this.streamed = false;
    this.following = true;
    try {
      await this.options.chat.resumeStream();
    } finally {
      this.following = false;
    }
  }

  private adopt(history: ThreadHistory<UIMessage>, keep: boolean, watch: boolean): void {
    const { chat } = this.options;
    const local = chat.messages;
    const waiting = allWaiting(history);
    chat.clearError();
    chat.messages = mergeHistory(history, local, keep ? waiting : []);
    const last = local.at(-1);
    const lost =
      last?.role === "user" && !history.messages.some((message) => message.id === last.id) ? last : undefined;
    this.options.onAdopted(history, lost ?? null, watch);
    // Everything is answered and nothing of it arrived: the page went away in that moment.
    if (waiting.length > 0 && lastStepIsSettled({ messages: chat.messages })) void chat.sendMessage();
  }
}
