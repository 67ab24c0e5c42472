import { type AgentSubscriber, type Message, type RunAgentInput, randomUUID, type Tool } from "@ag-ui/client";
import type { CallActions } from "../chat-ui/view";
import { chosenModel } from "../thread-api/chosen-model";
import { type Attempt, type CatchUp, DurableThread, type DurableThreadOptions } from "../thread-api/durable-thread";
import type { Failure } from "../thread-api/failure";
import { loadRun } from "../thread-api/load-run";
import { isResendable } from "../thread-api/problem";
import { createStore, type Store } from "../thread-api/store";
import { type LoadedThread, loadThread } from "./load-thread";
import { contentText, olderThan, upToLastQuestion } from "./messages";
import { PageCalls } from "./page-calls";
import { type RunEnd, toFailure, watchRun } from "./run-end";
import { ThreadAgent } from "./thread-agent";
import { initialState, type ThreadState } from "./thread-state";
import { isComplete, toRequest } from "./wait";

export interface AgUiThreadOptions extends DurableThreadOptions<Message> {
  /** What this page offers the agent. */
  tools: Tool[];
}

type Resume = NonNullable<RunAgentInput["resume"]>;

/** A request that has been sent and not yet been accepted, with what to go back to if it is refused. */
interface Pending {
  resume: Resume;
  messages: Message[];
  before: Message[];
  /** The text of a question that is part of it. */
  question: { id: string; text: string } | null;
}

/** How often a run that claims to run may turn out to have no stream before the page stops asking. */
const MAX_IDLE_ROUNDS = 5;
const IDLE_PAUSE = 500;
/** The snapshot in a stream that is followed holds the newest page: what was loaded before it stays. */
const keepsOlder: AgentSubscriber = {
  onMessagesSnapshotEvent: ({ event, messages }) => ({
    messages: [...olderThan(event.messages, messages), ...event.messages],
    stopPropagation: true,
  }),
};
/** How often a streaming answer renders, in milliseconds: faster than anybody reads. */
const RENDER_INTERVAL = 40;

/**
 * One thread in one page over the official AG-UI client: what a {@link DurableThread} needs, by the client's means. The
 * hook `useAgUiThread` subscribes to it.
 */
export class AgUiThread extends DurableThread<Message> {
  readonly state: Store<ThreadState> = createStore(initialState);
  readonly actions: CallActions;
  private readonly agent: ThreadAgent;
  private readonly calls: PageCalls;
  private pending: Pending | null = null;
  private painting: ReturnType<typeof setTimeout> | undefined;

  constructor(protected override readonly options: AgUiThreadOptions) {
    super(options);
    this.agent = new ThreadAgent({ threadId: options.threadId, fetch: options.fetch });
    this.agent.subscribe({ onMessagesChanged: () => this.paintSoon() });
    this.calls = new PageCalls(this.state, options.runner, () => void this.submit());
    this.actions = {
      decide: (callId, decision) => void this.whenRestored(() => this.calls.decide(callId, decision)),
      answer: (callId, output) =>
        void this.whenRestored(() => this.calls.answer(callId, { output: JSON.parse(JSON.stringify(output ?? null)) })),
      run: (callId) => void this.whenRestored(() => this.calls.run(callId)),
      cancel: (callId) => void this.whenRestored(() => this.calls.cancel(callId)),
    };
  }

  override disconnect(): void {
    super.disconnect();
    this.state.set({ reading: false });
  }

  async send(text: string): Promise<void> {
    if (this.state.get().sending) return;
    this.state.set({ draft: "", sending: true });
    try {
      await this.whenRestored(() => this.sendNow(text));
    } finally {
      this.state.set({ sending: false });
    }
  }

  protected get messages(): readonly Message[] {
    return this.agent.messages;
  }

  protected set messages(messages: readonly Message[]) {
    this.agent.setMessages([...messages]);
    this.paint();
  }

  protected get busy(): boolean {
    return this.state.get().reading;
  }

  protected toFailure(error: unknown): Failure {
    return toFailure(error);
  }

  protected closeStream(): void {
    this.agent.abortRun();
  }

  protected loadBefore(before: string): Promise<LoadedThread> {
    return this.load(before);
  }

  private async sendNow(text: string): Promise<void> {
    if (this.busy || this.mending) return this.returnToDraft(text);
    // An earlier question that did not arrive goes with this one.
    this.withdraw();
    const { draft } = this.state.get();
    const question = { id: randomUUID(), text: draft.trim() === "" ? text : `${draft}\n\n${text}` };
    this.state.set({ draft: "" });
    const open = this.calls.wait;
    const answers = open ? toRequest(open, this.state.get(), randomUUID) : { results: [] };
    const before = this.agent.messages;
    const messages: Message[] = [
      ...before,
      ...answers.results,
      { id: question.id, role: "user", content: question.text },
    ];
    await this.post({ resume: answers.resume ?? [], messages, before, question });
  }

  /** Sends the answers once the wait is complete. */
  private async submit(): Promise<void> {
    const open = this.calls.wait;
    if (!open || this.busy || this.mending || !isComplete(open, this.state.get())) return;
    const { resume = [], results } = toRequest(open, this.state.get(), randomUUID);
    const before = this.agent.messages;
    await this.post({ resume, messages: [...before, ...results], before, question: null });
  }

  private async post(pending: Pending): Promise<void> {
    const alive = this.aliveNow();
    this.pending = pending;
    this.state.set({ problem: null });
    this.messages = pending.messages;
    const end = await this.request(pending);
    if (alive()) await this.onEnd(end);
  }

  private request({ resume }: Pending): Promise<RunEnd> {
    const { threadId, tools } = this.options;
    const model = chosenModel(threadId);
    const input = { tools, ...(resume.length > 0 && { resume }), ...(model && { forwardedProps: { model } }) };
    return this.read((subscriber) => this.agent.runAgent(input, subscriber), this.options.onAccepted);
  }

  /** Reads one response of the client to its end. */
  private async read(start: Parameters<typeof watchRun>[0], onAccepted?: () => void): Promise<RunEnd> {
    const alive = this.aliveNow();
    this.state.set({ reading: true });
    const end = await watchRun(start, () => {
      // From here on the request is accepted, whatever becomes of its response.
      onAccepted?.();
      this.pending = null;
      this.agent.pendingInterrupts = [];
      const decided = this.calls.decided;
      this.state.set({
        ...{ reconnecting: false, interrupts: [], handed: [], status: null },
        ...{ decisions: {}, outcomes: {}, decided },
      });
    });
    if (!alive()) return end;
    this.paint();
    this.state.set({ reading: false, decided: [] });
    return end;
  }

  private async onEnd(end: RunEnd): Promise<void> {
    if (end.type === "finished") return this.rest(end);
    if (end.type === "failed") this.state.set({ status: "failed" });
    if (end.failure) await this.onFailure(end.failure);
  }

  /** The run has ended, or waits: what it waits for may begin. */
  private rest(end: Pick<RunEnd, "calls" | "cancelled">, watch = false): void {
    const { pendingInterrupts: interrupts } = this.agent;
    this.state.set({ interrupts, handed: end.calls });
    const isOpen = this.calls.wait !== null;
    this.state.set({ status: end.cancelled ? "cancelled" : isOpen ? "suspended" : "completed" });
    if (!watch) this.calls.begin();
  }

  private async onFailure(failure: Failure): Promise<void> {
    if (failure.kind === "connection") await this.mend();
    else await this.settle(failure);
  }

  protected onConnectFailure(failure: Failure): Promise<void> {
    return this.onFailure(failure);
  }

  protected async settle(failure: Failure): Promise<void> {
    if (failure.kind !== "refused" || isResendable(failure)) return this.report(failure);
    const { decisions, outcomes } = this.state.get();
    const isQuestion = Boolean(this.pending?.question);
    this.withdraw();
    // The same answers, given again by themselves, would be refused again and again.
    this.state.set({ decisions: {}, outcomes: {}, started: new Set() });
    await this.lostRace(failure, Object.keys({ ...decisions, ...outcomes }), isQuestion);
  }

  protected async catchUp({ alive, onFirst, discard = false, watch = false }: CatchUp): Promise<Failure | null> {
    try {
      for (let idle = 0; idle < MAX_IDLE_ROUNDS; ) {
        const thread = await this.load();
        const failed = thread.status === "failed" ? await this.whyFailed() : null;
        // What the person has begun meanwhile is newer than this history.
        if (!alive() || this.busy) return null;
        this.adopt(thread, { discard, watch });
        if (failed) this.report(failed);
        onFirst?.();
        if (thread.status !== "running") return null;
        const end = await this.read((subscriber) => this.agent.connectAgent({}, { ...subscriber, ...keepsOlder }));
        if (!alive()) return null;
        if (end.type === "finished") this.rest({ calls: [], cancelled: end.cancelled }, watch);
        if (end.type === "failed") this.state.set({ status: "failed" });
        if (!this.agent.idle) return end.failure;
        idle += 1;
        await this.sleep(IDLE_PAUSE * idle);
        if (!alive()) return null;
      }
      return null;
    } catch (error) {
      return toFailure(error);
    }
  }

  private load(before?: string): Promise<LoadedThread> {
    return loadThread(this.options.fetch, this.options.threadId, before);
  }

  /** The protocol's history does not say why a run has failed. */
  private async whyFailed(): Promise<Failure> {
    const run = await loadRun(this.options.fetch, this.options.threadId).catch(() => null);
    return { kind: "run", message: run?.error?.message ?? "" };
  }

  /** Takes the server's word, with the older messages that were loaded before it. */
  private adopt(thread: LoadedThread, { discard, watch }: { discard: boolean; watch: boolean }): void {
    const local = this.agent.messages;
    // Where the server has nothing older, what the copy has before its first message is a thread that has been deleted.
    const older = thread.before === null ? [] : olderThan(thread.messages, local);
    const known = new Set(thread.messages.map((message) => message.id));
    const last = local.at(-1);
    const lost = last?.role === "user" && !known.has(last.id) ? contentText(last.content) : null;
    this.pending = null;
    this.agent.after = thread.after;
    this.agent.pendingInterrupts = thread.interrupts;
    this.messages = [...older, ...thread.messages];
    this.state.set({
      restored: true,
      problem: null,
      interrupts: thread.interrupts,
      handed: [],
      status: thread.status,
      ...(older.length === 0 && { before: thread.before }),
    });
    this.calls.prune();
    if (lost !== null) this.returnToDraft(lost);
    if (discard) return;
    if (!watch) this.calls.begin();
    // Everything is answered and nothing of it arrived: the connection broke in that moment.
    void this.submit();
  }

  protected override async mend(): Promise<void> {
    await super.mend();
    void this.submit();
  }

  protected async attemptToMend(alive: () => boolean): Promise<Attempt> {
    const { pending } = this;
    if (pending?.question) {
      const { id } = pending.question;
      try {
        const thread = await this.load();
        if (!alive()) return { failure: null, progress: false };
        if (!thread.messages.some((message) => message.id === id)) return await this.sendAgain(pending);
      } catch (error) {
        return { failure: toFailure(error), progress: false };
      }
    }
    const failure = await this.catchUp({ alive });
    return { failure, progress: this.state.get().restored && failure === null };
  }

  private async sendAgain(pending: Pending): Promise<Attempt> {
    this.messages = pending.messages;
    const end = await this.request(pending);
    if (end.type === "finished") this.rest(end);
    if (end.type === "failed") this.state.set({ status: "failed" });
    return { failure: end.failure, progress: end.progress };
  }

  protected async resend(): Promise<void> {
    await (this.pending ? this.post(this.pending) : this.mend());
  }

  protected async repeatQuestion(): Promise<void> {
    const messages = upToLastQuestion(this.agent.messages);
    if (messages.length === 0 || this.busy) return this.mend();
    this.agent.pendingInterrupts = [];
    await this.post({ resume: [], messages, before: this.agent.messages, question: null });
  }

  protected withdraw(): void {
    const { pending } = this;
    if (!pending) return;
    this.pending = null;
    this.messages = pending.before;
    if (pending.question) this.returnToDraft(pending.question.text);
  }

  private paint(): void {
    clearTimeout(this.painting);
    this.painting = undefined;
    this.state.set({ messages: this.agent.messages });
  }

  private paintSoon(): void {
    this.painting ??= setTimeout(() => this.paint(), RENDER_INTERVAL);
  }
}
