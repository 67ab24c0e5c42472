import { Chat } from "@ai-sdk/react";
import type { FileUIPart, UIMessage } from "ai";
import { createAutomaticSend, lastStepTools } from "@/lib/browser-tools/last-step";
import type { CallRunner } from "@/lib/browser-tools/run-call";
import type { SessionCopy } from "@/lib/browser-tools/session-copy";
import type { AttachedFile } from "../chat-ui/read-files";
import type { CallActions } from "../chat-ui/view";
import type { Failure } from "../thread-api/failure";
import { hasMovedOn, isResendable, settledNote, toProblem } from "../thread-api/problem";
import { reconnect } from "../thread-api/reconnect";
import type { Fetch } from "../thread-api/request";
import { createStore, type Store } from "../thread-api/store";
import { stopThread, type ThreadHistory, waitingCalls } from "../thread-api/threads";
import { type BrowserCalls, createBrowserCalls } from "./browser-calls";
import { cancelOpenCalls, denyEarlier, findCall, isAnswered } from "./calls";
import { toFailure } from "./thread-failure";
import { initialState, type Retry, type ThreadState } from "./thread-state";
import { ThreadSync } from "./thread-sync";
import { ThreadTransport } from "./thread-transport";

export interface ThreadChatOptions {
  threadId: string;
  fetch: Fetch;
  /** Asked for when the first call runs: the server renders the page too, and runs none. */
  runner: () => CallRunner;
  copy: SessionCopy<UIMessage[]>;
  /** Waits that many milliseconds; tests do not wait. */
  sleep?: (milliseconds: number) => Promise<void>;
}

/** How often coming back to the page asks the server, at most, in milliseconds. */
const REFRESH_INTERVAL = 2_000;
/** How long a stop may take to end the stream before the page closes it itself, in milliseconds. */
const STOP_PATIENCE = 6_000;

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/**
 * One thread in one page: the `Chat` of `useChat`, and around it what a durable run needs on top, namely restore,
 * reattachment, stop on the server, retry by message id, and answers that lost a race. No React: the hook
 * `useAiSdkThread` subscribes to it, tests drive it directly.
 */
export class ThreadChat {
  readonly chat: Chat<UIMessage>;
  readonly state: Store<ThreadState> = createStore(initialState);
  readonly actions: CallActions;
  private readonly calls: BrowserCalls;
  private readonly sync: ThreadSync;
  private readonly sleep: (milliseconds: number) => Promise<void>;
  /** Resolves when the server's history has been taken, or could not be had. */
  private firstSync: Promise<void> = Promise.resolve();
  /** Raised by connect and disconnect: what an earlier life of the page still awaits comes to nothing. */
  private life = 0;
  private mending = false;
  private refreshedAt = Number.NEGATIVE_INFINITY;
  private isSettledAnew = createAutomaticSend();
  /** The question that has been sent and not yet been accepted, with what to go back to if it is refused. */
  private question: { text: string; files: readonly AttachedFile[]; before: UIMessage[] } | null = null;

  constructor(private readonly options: ThreadChatOptions) {
    const { threadId, fetch } = options;
    this.sleep = options.sleep ?? wait;
    this.chat = new Chat<UIMessage>({
      id: threadId,
      transport: new ThreadTransport(fetch, () => this.onStream()),
      sendAutomaticallyWhen: (conversation) => this.isSettledAnew(conversation),
      // useChat awaits this callback: the work is started here and never awaited.
      onToolCall: ({ toolCall: { toolCallId, toolName, input } }) => {
        if (!this.sync.following) this.calls.dispatched({ callId: toolCallId, toolName, input });
      },
      // The chat takes on its error state right after this callback.
      onError: (error) => queueMicrotask(() => void this.onFailure(toFailure(error))),
    });
    this.sync = new ThreadSync({
      chat: this.chat,
      threadId,
      fetch,
      sleep: this.sleep,
      onAdopted: (history, lost) => this.onAdopted(history, lost),
    });
    this.calls = createBrowserCalls(this.chat, this.state, options.runner);
    this.actions = {
      decide: (callId, decision) => void this.whenRestored(() => this.decide(callId, decision)),
      answer: (callId, output) => void this.whenRestored(() => this.calls.answer(callId, output)),
      run: (callId) => void this.whenRestored(() => this.calls.run(callId)),
      cancel: (callId) => void this.whenRestored(() => this.calls.cancel(callId)),
    };
  }

  /** Paints the tab's copy, then takes the server's history and follows a run that is still running. */
  connect(): void {
    this.life += 1;
    const copy = this.options.copy.load(this.options.threadId);
    if (copy && this.chat.messages.length === 0) this.chat.messages = copy;
    const alive = this.aliveNow();
    this.firstSync = new Promise((resolve) => {
      this.sync
        .catchUp({ alive, onFirst: resolve })
        .catch((error: unknown) => {
          if (alive()) this.report(toFailure(error));
        })
        .finally(() => {
          if (alive()) this.state.set({ restored: true });
          resolve();
        });
    });
  }

  /** The page goes away; the run does not. */
  disconnect(): void {
    this.life += 1;
    this.save();
    this.state.set({ restored: false, reconnecting: false, sending: false });
    void this.chat.stop();
  }

  /** Keeps the conversation in the tab for the next page load. */
  save(): void {
    if (this.chat.messages.length > 0) this.options.copy.save(this.options.threadId, this.chat.messages);
  }

  setDraft(draft: string): void {
    this.state.set({ draft });
  }

  /** Takes files to the draft, and says which ones cannot go with it. */
  async attach(chosen: readonly File[]): Promise<void> {
    const { readFiles } = await import("../chat-ui/read-files");
    const { read, refused } = await readFiles(chosen, this.state.get().files);
    this.state.set({ files: [...this.state.get().files, ...read] });
    if (refused.length > 0) this.state.set({ problem: { title: "Not attached", advice: refused.join(" ") } });
  }

  detach(index: number): void {
    this.state.set({ files: this.state.get().files.filter((_, at) => at !== index) });
  }

  /** Sends a question and its files. Calls that wait are cancelled with it. If it is refused, both are in the draft again. */
  async send(text: string): Promise<void> {
    const { sending, files } = this.state.get();
    if (sending) return;
    this.state.set({ draft: "", files: [], sending: true });
    try {
      await this.whenRestored(() => this.sendNow(text, files));
    } finally {
      this.state.set({ sending: false });
    }
  }

  /** Ends the run on the server; what has been written stays. */
  async stop(): Promise<void> {
    if (this.state.get().stopping) return;
    const { fetch, threadId } = this.options;
    this.state.set({ stopping: true, problem: null });
    try {
      await stopThread(fetch, threadId);
      for (let waited = 0; this.sync.busy && waited < STOP_PATIENCE; waited += 100) await this.sleep(100);
      if (this.sync.busy) await this.chat.stop();
      await this.sync.catchUp({ alive: this.aliveNow() });
    } catch (error) {
      this.report(toFailure(error));
    } finally {
      this.state.set({ stopping: false });
    }
  }

  async retry(): Promise<void> {
    const { problem } = this.state.get();
    this.state.set({ problem: null });
    if (problem?.kind === "recover") await this.repeatQuestion();
    else if (problem?.kind === "resend") await this.resend();
    else await this.mend();
  }

  /** Asks for another answer to the last question, which replaces the one there is. */
  readonly regenerate = async (): Promise<void> => {
    if (this.sync.busy || this.mending) return;
    this.state.set({ problem: null });
    await this.chat.regenerate();
  };

  /** Asks the last question in other words; its answer is replaced. If that is refused, both are back. */
  readonly edit = async (text: string): Promise<void> => {
    const question = this.chat.messages.findLast((message) => message.role === "user");
    if (!question || this.sync.busy || this.mending) return;
    this.state.set({ problem: null });
    const others = question.parts.filter((part) => part.type !== "text");
    const edited: UIMessage = { ...question, parts: [...others, { type: "text", text }] };
    this.chat.messages = this.chat.messages.map((message) => (message === question ? edited : message));
    await this.chat.regenerate();
  };

  /** Shows the messages before the oldest one shown. */
  async loadEarlier(): Promise<void> {
    const { before, loadingEarlier } = this.state.get();
    if (before === null || loadingEarlier) return;
    this.state.set({ loadingEarlier: true });
    try {
      const page = await this.sync.load(before);
      const known = new Set(this.chat.messages.map((message) => message.id));
      const older = page.messages.filter((message) => !known.has(message.id));
      this.chat.messages = [...older, ...this.chat.messages];
      this.state.set({ before: page.before ?? null });
    } catch (error) {
      this.report(toFailure(error));
    } finally {
      this.state.set({ loadingEarlier: false });
    }
  }

  /** Closes the banner. A question that did not arrive goes back into the draft. */
  dismiss(): void {
    this.withdraw();
    this.state.set({ problem: null });
    this.chat.clearError();
  }

  /** The page is looked at again: another window or client may have gone on with the thread. */
  async refresh(): Promise<void> {
    const { restored, sending, running, problem } = this.state.get();
    const idle = restored && !sending && !this.sync.busy && !this.mending && running.size === 0 && !problem?.kind;
    if (!idle || Date.now() - this.refreshedAt < REFRESH_INTERVAL) return;
    this.refreshedAt = Date.now();
    // Nobody asked for it: a failure here is not worth a banner.
    await this.sync.catchUp({ alive: this.aliveNow() }).catch(() => undefined);
  }

  private aliveNow(): () => boolean {
    const { life } = this;
    return () => life === this.life;
  }

  private async whenRestored(act: () => void | Promise<void>): Promise<void> {
    if (!this.state.get().restored) await this.firstSync;
    await act();
  }

  private async sendNow(text: string, files: readonly AttachedFile[]): Promise<void> {
    if (this.sync.busy || this.mending) return this.giveBack(text, files);
    // An earlier question that did not arrive goes with this one.
    const unsent = this.question;
    const before = unsent?.before ?? this.chat.messages;
    this.question = {
      text: unsent ? `${unsent.text}\n\n${text}`.trim() : text,
      files: unsent ? [...unsent.files, ...files] : files,
      before,
    };
    this.chat.messages = cancelOpenCalls(before);
    this.state.set({ problem: null });
    await this.chat.sendMessage(toMessage(this.question));
  }

  private async decide(callId: string, decision: { approved: boolean; reason?: string }): Promise<void> {
    const call = findCall(this.chat.messages, callId);
    // A second click finds the call decided: the first has changed its state at once.
    if (call?.state !== "approval-requested") return;
    await this.chat.addToolApprovalResponse({ id: call.approval.id, ...decision });
  }

  private onStream(): void {
    this.sync.streamed = true;
    this.question = null;
    this.state.set(this.sync.following ? { reconnecting: false } : { reconnecting: false, run: null });
    this.chat.messages = denyEarlier(this.chat.messages);
  }

  private onAdopted({ messages, run, before }: ThreadHistory<UIMessage>, lost: UIMessage | null): void {
    const failed = run?.status === "failed";
    this.question = null;
    // A call that the server still asks for may be answered the same way again.
    this.isSettledAnew = createAutomaticSend();
    this.state.set({ restored: true, run, problem: null });
    // Older pages that were loaded already go further back than the newest one does.
    if (messages[0]?.id === this.chat.messages[0]?.id) this.state.set({ before: before ?? null });
    if (failed) this.report({ kind: "run", message: run.error?.message ?? "" });
    if (lost !== null) this.giveBack(textOf(lost), filesOf(lost));
    this.calls.resume(waitingCalls(run, "tool-results"));
  }

  private async onFailure(failure: Failure): Promise<void> {
    // The one who mends looks at the chat's error himself.
    if (this.mending) return;
    if (failure.kind === "connection") await this.mend();
    else await this.settle(failure);
  }

  /** Does what a failure asks for, once it is not the connection's. */
  private async settle(failure: Failure): Promise<void> {
    if (failure.kind !== "refused") return this.report(failure);
    if (this.question && !isResendable(failure)) {
      this.withdraw();
      if (failure.code === "run-in-flight" || hasMovedOn(failure)) await this.catchUpAfterRefusal();
      return this.report(failure, { returned: true });
    }
    if (isResendable(failure)) return this.report(failure);
    if (!hasMovedOn(failure)) {
      await this.catchUpAfterRefusal();
      return this.report(failure);
    }
    // Somebody else has answered, or the run has ended.
    const mine = lastStepTools(this.chat.messages).filter(isAnswered);
    await this.catchUpAfterRefusal();
    const notes = mine.flatMap(({ toolCallId }) => {
      const settled = failure.settled?.[toolCallId];
      return settled ? [[toolCallId, settledNote(settled)] as const] : [];
    });
    this.state.set({ notes: { ...this.state.get().notes, ...Object.fromEntries(notes) } });
    this.report(failure, { title: notes[0]?.[1] });
  }

  private async catchUpAfterRefusal(): Promise<void> {
    const alive = this.aliveNow();
    // The run may go on for long: what was refused is reported once the history is there, not when the run has ended.
    await new Promise<void>((resolve) => {
      this.sync
        .catchUp({ alive, keep: false, onFirst: resolve })
        .catch((error: unknown) => this.report(toFailure(error)))
        .finally(resolve);
    });
  }

  /** After a broken connection: asks how things stand, sends again what did not arrive, follows what runs. */
  private async mend(): Promise<void> {
    if (this.mending) return;
    this.mending = true;
    const alive = this.aliveNow();
    try {
      const failure = await reconnect({ sleep: this.sleep, alive, attempt: () => this.attemptToMend(alive) });
      this.mending = false;
      if (failure && alive()) await this.settle(failure);
    } finally {
      this.mending = false;
      if (alive()) this.state.set({ reconnecting: false });
    }
  }

  private async attemptToMend(alive: () => boolean): Promise<{ failure: Failure | null; progress: boolean }> {
    this.state.set({ reconnecting: true, problem: null });
    this.sync.streamed = false;
    try {
      const history = await this.sync.load();
      if (!alive()) return { failure: null, progress: false };
      if (this.sync.lacks(history, this.question !== null)) await this.resend();
      else await this.sync.catchUp({ alive });
      return { failure: this.chat.error ? toFailure(this.chat.error) : null, progress: this.sync.streamed };
    } catch (error) {
      return { failure: toFailure(error), progress: false };
    }
  }

  /** Sends the last message again: a question by its id, answers as they are. */
  private async resend(): Promise<void> {
    if (this.chat.messages.at(-1)?.role === "assistant") await this.chat.sendMessage();
    else await this.repeatQuestion();
  }

  /** A question repeated by its id is not a second one: its failed run goes on, and its answer is replayed. */
  private async repeatQuestion(): Promise<void> {
    const question = this.chat.messages.findLast((message) => message.role === "user");
    if (question) await this.chat.sendMessage({ parts: question.parts, messageId: question.id });
    else await this.mend();
  }

  private report(failure: Failure, { title, returned }: { title?: string | undefined; returned?: boolean } = {}): void {
    const problem = toProblem(failure, returned);
    const kind: Retry = failure.kind === "run" ? "recover" : failure.kind === "refused" ? "resend" : "catch-up";
    this.state.set({ problem: { ...problem, ...(problem.retry ? { kind } : {}), ...(title ? { title } : {}) } });
  }

  /** Takes a question that was not accepted out of the conversation and back into the draft. */
  private withdraw(): void {
    if (!this.question) return;
    const { text, files, before } = this.question;
    this.question = null;
    this.chat.messages = before;
    this.giveBack(text, files);
  }

  private giveBack(text: string, files: readonly AttachedFile[]): void {
    const { draft, files: chosen } = this.state.get();
    this.state.set({ draft: draft.trim() === "" ? text : `${text}\n${draft}`, files: [...files, ...chosen] });
  }
}

function textOf({ parts }: UIMessage): string {
  return parts.map((part) => (part.type === "text" ? part.text : "")).join("");
}

function filesOf({ parts }: UIMessage): AttachedFile[] {
  return parts.flatMap((part) => {
    if (part.type !== "file") return [];
    const { mediaType, url, filename } = part;
    return [{ mediaType, url, filename: filename ?? mediaType }];
  });
}

/** A question as `sendMessage` takes it: files first, then the text if there is any. */
function toMessage({ text, files }: { text: string; files: readonly AttachedFile[] }) {
  const parts = files.map((file): FileUIPart => ({ type: "file", ...file }));
  return text === "" ? { files: parts } : { text, files: parts };
}
