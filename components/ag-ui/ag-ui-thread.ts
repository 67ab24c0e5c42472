import { type Message, type RunAgentInput, randomUUID, type Tool } from "@ag-ui/client";
import type { CallRunner } from "@/lib/browser-tools/run-call";
import type { SessionCopy } from "@/lib/browser-tools/session-copy";
import type { CallActions } from "../chat-ui/view";
import type { Failure } from "../thread-api/failure";
import { hasMovedOn, isResendable, settledNote, toProblem } from "../thread-api/problem";
import { reconnect } from "../thread-api/reconnect";
import type { Fetch } from "../thread-api/request";
import { createStore, type Store } from "../thread-api/store";
import { stopThread } from "../thread-api/threads";
import { type LoadedThread, loadThread } from "./load-thread";
import { contentText, upToLastQuestion } from "./messages";
import { PageCalls } from "./page-calls";
import { type RunEnd, toFailure, watchRun } from "./run-end";
import { ThreadAgent } from "./thread-agent";
import { initialState, type Retry, type ThreadState } from "./thread-state";
import { isComplete, toRequest } from "./wait";

export interface AgUiThreadOptions {
  threadId: string;
  fetch: Fetch;
  /** Asked for when the first call runs: the server renders the page too, and runs none. */
  runner: () => CallRunner;
  copy: SessionCopy<Message[]>;
  /** What this page offers the agent. */
  tools: Tool[];
  /** Waits that many milliseconds; tests do not wait. */
  sleep?: (milliseconds: number) => Promise<void>;
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

interface CatchUp {
  /** Told when the server's history has been taken. */
  onFirst?: () => void;
  /** Starts no calls and sends no answers. */
  quiet?: boolean;
}

/** How often coming back to the page asks the server, at most, in milliseconds. */
const REFRESH_INTERVAL = 2_000;
/** How long a stop may take to end the stream before the page closes it itself, in milliseconds. */
const STOP_PATIENCE = 6_000;
/** How often a run that claims to run may turn out to have no stream before the page stops asking. */
const MAX_IDLE_ROUNDS = 5;
const IDLE_PAUSE = 500;
/** How often a streaming answer renders, in milliseconds: faster than anybody reads. */
const RENDER_INTERVAL = 40;

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/**
 * One thread in one page: the official AG-UI client, and around it what a durable run needs on top, namely restore, live
 * follow, stop on the server, retry by message id, and answers that lost a race. No React: the hook `useAgUiThread`
 * subscribes to it, tests drive it directly.
 */
export class AgUiThread {
  readonly state: Store<ThreadState> = createStore(initialState);
  readonly actions: CallActions;
  private readonly agent: ThreadAgent;
  private readonly calls: PageCalls;
  private readonly sleep: (milliseconds: number) => Promise<void>;
  /** Resolves when the server's history has been taken, or could not be had. */
  private firstSync: Promise<void> = Promise.resolve();
  /** Raised by connect and disconnect: what an earlier life of the page still awaits comes to nothing. */
  private life = 0;
  private mending = false;
  private refreshedAt = Number.NEGATIVE_INFINITY;
  private pending: Pending | null = null;
  private painting: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: AgUiThreadOptions) {
    this.sleep = options.sleep ?? wait;
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

  /** Paints the tab's copy, then takes the server's history and follows a run that is still running. */
  connect(): void {
    this.life += 1;
    const copy = this.options.copy.load(this.options.threadId);
    if (copy && this.agent.messages.length === 0) this.show(copy);
    const alive = this.aliveNow();
    this.firstSync = new Promise((resolve) => {
      void this.catchUp(alive, { onFirst: resolve }).then(async (failure) => {
        if (!alive()) return resolve();
        this.state.set({ restored: true });
        resolve();
        if (failure) await this.onFailure(failure);
      });
    });
  }

  /** The page goes away; the run does not. */
  disconnect(): void {
    this.life += 1;
    this.save();
    this.state.set({ restored: false, reconnecting: false, sending: false, reading: false });
    this.agent.abortRun();
  }

  /** Keeps the conversation in the tab for the next page load. */
  save(): void {
    if (this.agent.messages.length > 0) this.options.copy.save(this.options.threadId, this.agent.messages);
  }

  setDraft(draft: string): void {
    this.state.set({ draft });
  }

  /** Sends a question. Calls that wait are cancelled with it. If it is refused, its text is back in the draft. */
  async send(text: string): Promise<void> {
    if (this.state.get().sending) return;
    this.state.set({ draft: "", sending: true });
    try {
      await this.whenRestored(() => this.sendNow(text));
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
      for (let waited = 0; this.busy && waited < STOP_PATIENCE; waited += 100) await this.sleep(100);
      if (this.busy) this.agent.abortRun();
      await this.catchUpOrReport();
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
    else if (problem?.kind === "resend" && this.pending) await this.post(this.pending);
    else await this.mend();
  }

  /** Shows the messages before the oldest one shown. */
  async loadEarlier(): Promise<void> {
    const { before, loadingEarlier } = this.state.get();
    if (before === null || loadingEarlier) return;
    this.state.set({ loadingEarlier: true });
    try {
      const page = await this.load(before);
      const known = new Set(this.agent.messages.map((message) => message.id));
      this.show([...page.messages.filter((message) => !known.has(message.id)), ...this.agent.messages]);
      this.state.set({ before: page.before });
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
  }

  /** The page is looked at again: another window or client may have gone on with the thread. */
  async refresh(): Promise<void> {
    const { restored, sending, running, problem } = this.state.get();
    const idle = restored && !sending && !this.busy && !this.mending && running.size === 0 && !problem?.kind;
    if (!idle || Date.now() - this.refreshedAt < REFRESH_INTERVAL) return;
    this.refreshedAt = Date.now();
    // Nobody asked for it: a failure here is not worth a banner.
    await this.catchUp(this.aliveNow());
  }

  private get busy(): boolean {
    return this.state.get().reading;
  }

  private aliveNow(): () => boolean {
    const { life } = this;
    return () => life === this.life;
  }

  private async whenRestored(act: () => void | Promise<void>): Promise<void> {
    if (!this.state.get().restored) await this.firstSync;
    await act();
  }

  private async sendNow(text: string): Promise<void> {
    if (this.busy || this.mending) return this.giveBack(text);
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
    this.show(pending.messages);
    const { resume } = pending;
    const end = await this.read((subscriber) =>
      this.agent.runAgent({ tools: this.options.tools, ...(resume.length > 0 && { resume }) }, subscriber),
    );
    if (alive()) await this.onEnd(end);
  }

  /** Reads one response of the client to its end. */
  private async read(start: Parameters<typeof watchRun>[0]): Promise<RunEnd> {
    const alive = this.aliveNow();
    this.state.set({ reading: true });
    const end = await watchRun(start, () => {
      // From here on the request is accepted, whatever becomes of its response.
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
  private rest(end: Pick<RunEnd, "calls" | "cancelled">): void {
    const { pendingInterrupts: interrupts } = this.agent;
    this.state.set({ interrupts, handed: end.calls });
    const isOpen = this.calls.wait !== null;
    this.state.set({ status: end.cancelled ? "cancelled" : isOpen ? "suspended" : "completed" });
    this.calls.begin();
  }

  private async onFailure(failure: Failure): Promise<void> {
    if (failure.kind === "connection") await this.mend();
    else await this.settle(failure);
  }

  /** Does what a failure asks for, once it is not the connection's. */
  private async settle(failure: Failure): Promise<void> {
    if (failure.kind !== "refused" || isResendable(failure)) return this.report(failure);
    const isQuestion = Boolean(this.pending?.question);
    const mine = { ...this.state.get().decisions, ...this.state.get().outcomes };
    this.withdraw();
    // The same answers, given again by themselves, would be refused again and again.
    this.state.set({ decisions: {}, outcomes: {}, started: new Set() });
    await this.catchUpOrReport(true);
    // Somebody else has answered, or the run has ended.
    const notes = Object.keys(hasMovedOn(failure) ? mine : {}).flatMap((callId) => {
      const settled = failure.settled?.[callId];
      return settled ? [[callId, settledNote(settled)] as const] : [];
    });
    this.state.set({ notes: { ...this.state.get().notes, ...Object.fromEntries(notes) } });
    this.report(failure, { title: notes[0]?.[1], returned: isQuestion });
  }

  /** Takes the server's history and, as long as the run is running, reads its stream to the end. */
  private async catchUp(alive: () => boolean, { onFirst, quiet }: CatchUp = {}): Promise<Failure | null> {
    try {
      for (let idle = 0; idle < MAX_IDLE_ROUNDS; ) {
        const thread = await this.load();
        // What the person has begun meanwhile is newer than this history.
        if (!alive() || this.busy) return null;
        this.adopt(thread, quiet);
        onFirst?.();
        if (thread.status !== "running") return null;
        const end = await this.read((subscriber) => this.agent.connectAgent({}, subscriber));
        if (!alive()) return null;
        if (end.type === "finished") this.rest({ calls: [], cancelled: end.cancelled });
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

  private async catchUpOrReport(quiet = false): Promise<void> {
    const alive = this.aliveNow();
    // The run may go on for long: what comes next waits until the history is there, not until the run has ended.
    await new Promise<void>((resolve) => {
      void this.catchUp(alive, { onFirst: resolve, quiet }).then((failure) => {
        if (failure && alive()) this.report(failure);
        resolve();
      });
    });
  }

  private load(before?: string): Promise<LoadedThread> {
    return loadThread(this.options.fetch, this.options.threadId, before);
  }

  /** Takes the server's word, with the older messages that were loaded before it. */
  private adopt(thread: LoadedThread, quiet = false): void {
    const local = this.agent.messages;
    const start = local.findIndex((message) => message.id === thread.messages[0]?.id);
    const known = new Set(thread.messages.map((message) => message.id));
    const last = local.at(-1);
    const lost = last?.role === "user" && !known.has(last.id) ? contentText(last.content) : null;
    this.pending = null;
    this.agent.after = thread.after;
    this.agent.pendingInterrupts = thread.interrupts;
    this.show([...local.slice(0, Math.max(0, start)), ...thread.messages]);
    this.state.set({
      restored: true,
      problem: null,
      interrupts: thread.interrupts,
      handed: [],
      status: thread.status,
      ...(start <= 0 && { before: thread.before }),
    });
    this.calls.prune();
    if (thread.status === "failed") this.report({ kind: "run", message: "" });
    if (lost !== null) this.giveBack(lost);
    if (quiet) return;
    this.calls.begin();
    // Everything is answered and nothing of it arrived: the connection broke in that moment.
    void this.submit();
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
    void this.submit();
  }

  private async attemptToMend(alive: () => boolean): Promise<{ failure: Failure | null; progress: boolean }> {
    this.state.set({ reconnecting: true, problem: null });
    const { pending } = this;
    if (pending?.question) {
      const { id } = pending.question;
      try {
        const thread = await this.load();
        if (!alive()) return { failure: null, progress: false };
        if (!thread.messages.some((message) => message.id === id)) return await this.resend(pending);
      } catch (error) {
        return { failure: toFailure(error), progress: false };
      }
    }
    const failure = await this.catchUp(alive);
    return { failure, progress: this.state.get().restored && failure === null };
  }

  private async resend(pending: Pending): Promise<{ failure: Failure | null; progress: boolean }> {
    this.show(pending.messages);
    const { resume } = pending;
    const end = await this.read((subscriber) =>
      this.agent.runAgent({ tools: this.options.tools, ...(resume.length > 0 && { resume }) }, subscriber),
    );
    if (end.type === "finished") this.rest(end);
    if (end.type === "failed") this.state.set({ status: "failed" });
    return { failure: end.failure, progress: end.progress };
  }

  /** A question repeated by its id is not a second one: its failed run goes on, and its answer is replayed. */
  private async repeatQuestion(): Promise<void> {
    const messages = upToLastQuestion(this.agent.messages);
    if (messages.length === 0 || this.busy) return this.mend();
    this.agent.pendingInterrupts = [];
    await this.post({ resume: [], messages, before: this.agent.messages, question: null });
  }

  private report(failure: Failure, { title, returned }: { title?: string | undefined; returned?: boolean } = {}): void {
    const problem = toProblem(failure, returned);
    const kind: Retry = failure.kind === "run" ? "recover" : failure.kind === "refused" ? "resend" : "catch-up";
    this.state.set({ problem: { ...problem, ...(problem.retry ? { kind } : {}), ...(title ? { title } : {}) } });
  }

  /** Takes what was not accepted out of the conversation, and a question back into the draft. */
  private withdraw(): void {
    const { pending } = this;
    if (!pending) return;
    this.pending = null;
    this.show(pending.before);
    if (pending.question) this.giveBack(pending.question.text);
  }

  private giveBack(text: string): void {
    const { draft } = this.state.get();
    this.state.set({ draft: draft.trim() === "" ? text : `${text}\n${draft}` });
  }

  private show(messages: readonly Message[]): void {
    this.agent.setMessages([...messages]);
    this.paint();
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
