import { Chat } from "@ai-sdk/react";
import type { FileUIPart, UIMessage } from "ai";
import { createAutomaticSend, lastStepTools } from "@/lib/browser-tools/last-step";
import type { AttachedFile } from "../chat-ui/read-files";
import type { CallActions } from "../chat-ui/view";
import { type Attempt, type CatchUp, DurableThread, type DurableThreadOptions } from "../thread-api/durable-thread";
import type { Failure } from "../thread-api/failure";
import { hasMovedOn, isResendable } from "../thread-api/problem";
import { createStore, type Store } from "../thread-api/store";
import { type ThreadHistory, waitingCalls } from "../thread-api/threads";
import { type BrowserCalls, createBrowserCalls } from "./browser-calls";
import { cancelOpenCalls, denyEarlier, findCall, isAnswered } from "./calls";
import { toFailure } from "./thread-failure";
import { initialState, type ThreadState } from "./thread-state";
import { ThreadSync } from "./thread-sync";
import { ThreadTransport } from "./thread-transport";

/**
 * One thread in one page over the `Chat` of `useChat`: what a {@link DurableThread} needs, by the AI SDK's means. The
 * hook `useAiSdkThread` subscribes to it.
 */
export class ThreadChat extends DurableThread<UIMessage> {
  readonly chat: Chat<UIMessage>;
  readonly state: Store<ThreadState> = createStore(initialState);
  readonly actions: CallActions;
  private readonly calls: BrowserCalls;
  private readonly sync: ThreadSync;
  private isSettledAnew = createAutomaticSend();
  /** The question that has been sent and not yet been accepted, with what to go back to if it is refused. */
  private question: { text: string; files: readonly AttachedFile[]; before: UIMessage[] } | null = null;

  constructor(options: DurableThreadOptions<UIMessage>) {
    super(options);
    const { threadId, fetch } = options;
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
      onAdopted: (history, lost, watch) => this.onAdopted(history, lost, watch),
    });
    this.calls = createBrowserCalls(this.chat, this.state, options.runner);
    this.actions = {
      decide: (callId, decision) => void this.whenRestored(() => this.decide(callId, decision)),
      answer: (callId, output) => void this.whenRestored(() => this.calls.answer(callId, output)),
      run: (callId) => void this.whenRestored(() => this.calls.run(callId)),
      cancel: (callId) => void this.whenRestored(() => this.calls.cancel(callId)),
    };
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

  /** With the draft's files. If it is refused, they are back too. */
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

  override dismiss(): void {
    super.dismiss();
    this.chat.clearError();
  }

  protected get messages(): readonly UIMessage[] {
    return this.chat.messages;
  }

  protected set messages(messages: readonly UIMessage[]) {
    this.chat.messages = [...messages];
  }

  protected get busy(): boolean {
    return this.sync.busy;
  }

  protected toFailure(error: unknown): Failure {
    return toFailure(error);
  }

  protected closeStream(): Promise<void> {
    return this.chat.stop();
  }

  protected loadBefore(before: string): Promise<ThreadHistory<UIMessage>> {
    return this.sync.load(before);
  }

  protected async catchUp({ discard, ...options }: CatchUp): Promise<Failure | null> {
    try {
      await this.sync.catchUp({ ...options, keep: !discard });
      return null;
    } catch (error) {
      return toFailure(error);
    }
  }

  protected onConnectFailure(failure: Failure): void {
    this.report(failure);
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
    if (!this.sync.following) this.options.onAccepted?.();
    this.question = null;
    this.state.set(this.sync.following ? { reconnecting: false } : { reconnecting: false, run: null });
    this.chat.messages = denyEarlier(this.chat.messages);
  }

  private onAdopted(history: ThreadHistory<UIMessage>, lost: UIMessage | null, watch: boolean): void {
    const { messages, run, before } = history;
    const failed = run?.status === "failed";
    this.question = null;
    // A call that the server still asks for may be answered the same way again.
    this.isSettledAnew = createAutomaticSend();
    this.state.set({ restored: true, run, problem: null });
    // Older pages that were loaded already go further back than the newest one does.
    if (messages[0]?.id === this.chat.messages[0]?.id) this.state.set({ before: before ?? null });
    if (failed) this.report({ kind: "run", message: run.error?.message ?? "" });
    if (lost !== null) this.giveBack(textOf(lost), filesOf(lost));
    if (!watch) this.calls.resume(waitingCalls(run, "tool-results"));
  }

  private async onFailure(failure: Failure): Promise<void> {
    // The one who mends looks at the chat's error himself.
    if (this.mending) return;
    if (failure.kind === "connection") await this.mend();
    else await this.settle(failure);
  }

  protected async settle(failure: Failure): Promise<void> {
    if (failure.kind !== "refused" || isResendable(failure)) return this.report(failure);
    if (this.question) {
      this.withdraw();
      if (failure.code === "run-in-flight" || hasMovedOn(failure)) await this.catchUpOrReport({ discard: true });
      return this.report(failure, { returned: true });
    }
    const mine = lastStepTools(this.chat.messages).filter(isAnswered);
    await this.lostRace(
      failure,
      mine.map(({ toolCallId }) => toolCallId),
    );
  }

  protected async attemptToMend(alive: () => boolean): Promise<Attempt> {
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
  protected async resend(): Promise<void> {
    if (this.chat.messages.at(-1)?.role === "assistant") await this.chat.sendMessage();
    else await this.repeatQuestion();
  }

  protected async repeatQuestion(): Promise<void> {
    const question = this.chat.messages.findLast((message) => message.role === "user");
    if (question) await this.chat.sendMessage({ parts: question.parts, messageId: question.id });
    else await this.mend();
  }

  protected withdraw(): void {
    if (!this.question) return;
    const { text, files, before } = this.question;
    this.question = null;
    this.chat.messages = before;
    this.giveBack(text, files);
  }

  private giveBack(text: string, files: readonly AttachedFile[]): void {
    this.returnToDraft(text);
    this.state.set({ files: [...files, ...this.state.get().files] });
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
