import type { AbstractAgent, CopilotKitCore } from "@copilotkit/react-core/v2";
import type { CallRunner } from "@/lib/browser-tools/run-call";
import { CANCELLED } from "../chat-ui/cancelled";
import { chosenModel } from "../thread-api/chosen-model";
import { withReturned } from "../thread-api/draft";
import type { Failure } from "../thread-api/failure";
import { loadRun } from "../thread-api/load-run";
import { settledNotes, toProblem } from "../thread-api/problem";
import { reconnect } from "../thread-api/reconnect";
import type { Fetch } from "../thread-api/request";
import { createStore, type Store } from "../thread-api/store";
import { type RunInfo, waitingCalls } from "../thread-api/threads";
import { openCalls, upToLastQuestion, withAnswer } from "./agent-messages";
import { BrowserCalls } from "./browser-calls";
import { createMessageId } from "./message-id";
import { initialState, type ThreadState } from "./thread-state";
import { type Core, TurnTracker } from "./turn-tracker";

/** Where CopilotKit finds its runtime. */
export const RUNTIME_URL = "/api/copilotkit";

export type ThreadCore = Core & Pick<CopilotKitCore, "setRuntimeUrl" | "properties" | "setProperties">;

export interface ThreadControllerOptions {
  threadId: string;
  fetch: Fetch;
  runner: CallRunner;
  /** Told when the server has taken something that this page has sent. */
  onAccepted?: () => void;
  /** Waits that many milliseconds; tests do not wait. */
  sleep?: (milliseconds: number) => Promise<void>;
}

interface Question {
  id: string;
  text: string;
  /** It has been sent again after a lost connection: once is enough. */
  repeated: boolean;
}

/** How long a stop may take on the server, in milliseconds. */
const STOP_PATIENCE = 6_000;
const STOP_PAUSE = 150;

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/**
 * One thread on CopilotKit: around its agent, what a durable run needs on top, namely what typing does while something
 * waits, stop on the server, retry by message id, repair of broken streams, and calls that a reload interrupted.
 * No React: the hooks subscribe to it, tests drive it directly.
 */
export class ThreadController {
  readonly state: Store<ThreadState> = createStore(initialState);
  readonly calls: BrowserCalls;
  private readonly tracker = new TurnTracker(
    () => void this.onChange(),
    () => this.state.set({ restored: true }),
    () => this.onAccepted(),
  );
  private readonly sleep: (milliseconds: number) => Promise<void>;
  private core: ThreadCore | null = null;
  private agent: AbstractAgent | null = null;
  private mending = false;
  private settling = false;
  /** The thread has been at rest on this page before. */
  private rested = false;
  /** Another page is at work: no call is started here by itself. */
  private watching = false;
  private question: Question | null = null;

  constructor(private readonly options: ThreadControllerOptions) {
    this.sleep = options.sleep ?? wait;
    this.calls = new BrowserCalls(this.state, options.runner, {
      messages: () => this.agent?.messages ?? [],
      deliver: (answers) => this.deliver(answers),
    });
  }

  /** Follows CopilotKit's core until the returned function is called. */
  follow(core: ThreadCore): () => void {
    this.core = core;
    const stop = this.tracker.attach(core);
    return () => {
      stop();
      this.core = null;
    };
  }

  /** Works on the runtime's agent until the returned function is called. */
  use(agent: AbstractAgent): () => void {
    this.agent = agent;
    const stop = this.tracker.use(agent);
    return () => {
      stop();
      this.agent = null;
    };
  }

  setDraft(draft: string): void {
    this.state.set({ draft });
  }

  /** Sends a question. What the agent waits for is cancelled with it, in the same request. */
  send(text: string): void {
    const { agent } = this;
    if (!agent || this.tracker.reading || this.mending) return;
    this.question = { id: createMessageId(), text, repeated: false };
    this.state.set({ draft: "", problem: null });
    this.post();
  }

  /** Ends the run on the server; what has been written stays. */
  async stop(): Promise<void> {
    const { agent, core } = this;
    if (!agent || !core || this.state.get().stopping) return;
    this.state.set({ stopping: true, problem: null });
    try {
      // Posts the stop, and keeps handlers that still work from answering.
      core.stopAgent({ agent });
      for (let waited = 0; waited < STOP_PATIENCE; waited += STOP_PAUSE) {
        const run = await this.loadRun();
        if (run?.status !== "running" && run?.status !== "suspended" && !this.tracker.reading) break;
        await this.sleep(STOP_PAUSE);
      }
      this.options.onAccepted?.();
      await this.connect();
    } finally {
      this.state.set({ stopping: false });
    }
  }

  retry(): void {
    const { problem } = this.state.get();
    this.state.set({ problem: null });
    if (problem?.kind === "repeat-question") this.repeatQuestion();
    else if (this.agent) void this.mendAndRepeat();
    else this.discover();
  }

  /** Where the connection is back and the run is not, that too was to be tried again. */
  private async mendAndRepeat(): Promise<void> {
    await this.mend();
    if (this.state.get().problem?.kind !== "repeat-question") return;
    this.state.set({ problem: null });
    this.repeatQuestion();
  }

  dismiss(): void {
    this.state.set({ problem: null });
  }

  /**
   * The page is looked at again: another window or client may have gone on with the thread.
   * @param options.watch that is known, and the other one is still at work
   */
  async refresh({ watch = false }: { watch?: boolean } = {}): Promise<void> {
    const { run, restored, problem } = this.state.get();
    // What this page could not send or read is its own affair; a run that has failed may be over for somebody else.
    if (!restored || problem?.kind === "catch-up" || !this.isOpen) return;
    // Nobody asked for it: a failure here is not worth a banner.
    const { fetch, threadId } = this.options;
    const now = await (watch ? loadRun(fetch, threadId) : this.loadRun()).catch(() => run);
    if (!this.isOpen || (now !== null && JSON.stringify(now) === JSON.stringify(run))) return;
    const waiting = new Set(waitingCalls(now, "tool-results").map(({ callId }) => callId));
    const { asking } = this.state.get();
    if ([...asking].some((callId) => waiting.has(callId))) return;
    if (asking.size > 0) await this.leaveTurn();
    this.watching = watch;
    this.state.set({ problem: null });
    const failure = await this.connect();
    if (failure?.kind === "run") this.report(failure);
    else if (now?.status === "failed") this.report({ kind: "run", message: now.error?.message ?? "" });
  }

  /** Nothing is under way on this page, but for cards that a person has before them. */
  private get isOpen(): boolean {
    const { asking, running } = this.state.get();
    return running.size === 0 && !this.tracker.reading && !this.mending && (!this.tracker.working || asking.size > 0);
  }

  /** Takes away cards whose calls are settled elsewhere. CopilotKit would stop the run with them, which is not ours any more. */
  private async leaveTurn(): Promise<void> {
    const { agent, core } = this;
    if (!agent || !core) return;
    const { abortRun } = agent;
    agent.abortRun = () => undefined;
    core.stopAgent({ agent });
    agent.abortRun = abortRun;
    for (let waited = 0; this.tracker.working && waited < STOP_PATIENCE; waited += STOP_PAUSE)
      await this.sleep(STOP_PAUSE);
  }

  /** The latest run; a thread without a message has none, and need not exist yet. */
  private async loadRun(): Promise<RunInfo | null> {
    const { fetch, threadId } = this.options;
    return this.agent?.messages.length ? loadRun(fetch, threadId) : null;
  }

  private onAccepted(): void {
    this.watching = false;
    this.options.onAccepted?.();
  }

  private get isActive(): boolean {
    return this.tracker.working || this.tracker.reading || this.mending;
  }

  /** The conversation with the question at its end, and everything that waits cancelled. */
  private post(): void {
    const { agent, core, question } = this;
    if (!agent || !core || !question) return;
    const resume = agent.pendingInterrupts.map(({ id }) => ({ interruptId: id, status: "cancelled" as const }));
    const open = openCalls(agent.messages);
    let messages = [...agent.messages];
    for (const { callId } of open.filter((call) => !this.calls.isAsking(call.callId))) {
      const answer = { content: CANCELLED, error: CANCELLED };
      messages = withAnswer(messages, { callId, id: createMessageId(), answer });
    }
    agent.setMessages([...messages, { id: question.id, role: "user", content: question.text }]);
    const model = chosenModel(this.options.threadId);
    if (model) core.setProperties({ ...core.properties, model });
    // A card that still waits is part of a turn that CopilotKit has not finished: its answer sends the request, with the
    // question at its end.
    if (this.calls.cancelAsking()) this.tracker.expectRequest();
    else void core.runAgent({ agent, ...(resume.length > 0 && { resume }) });
  }

  /** A question repeated by its id is not a second one: its failed run goes on, and its answer is replayed. */
  private repeatQuestion(): void {
    const { agent, core } = this;
    if (!agent || !core || this.tracker.reading) return;
    const messages = upToLastQuestion(agent.messages);
    if (messages.length === 0) {
      void this.mend();
      return;
    }
    agent.pendingInterrupts = [];
    agent.setMessages(messages);
    void core.runAgent({ agent });
  }

  /** Sends results that CopilotKit's own loop does not send. */
  private async deliver(answers: { callId: string; content: string; error?: string }[]): Promise<void> {
    const { agent, core } = this;
    if (!agent || !core) return;
    for (const { callId, ...answer } of answers) {
      agent.setMessages(withAnswer(agent.messages, { callId, id: createMessageId(), answer }));
    }
    await core.runAgent({ agent });
  }

  /** Takes the server's history and follows a run that is running. Resolves with what stood in the way. */
  private async connect(): Promise<Failure | null> {
    const { agent, core } = this;
    if (!agent || !core) return null;
    // CopilotKit would refuse to connect as long as interrupts are open, and the server tells them anew.
    agent.pendingInterrupts = [];
    await core.connectAgent({ agent });
    return this.tracker.takeFailure();
  }

  /** Asks the runtime again which agents it has. */
  private discover(): void {
    this.core?.setRuntimeUrl(undefined);
    this.core?.setRuntimeUrl(RUNTIME_URL);
  }

  private async onChange(): Promise<void> {
    this.state.set({ working: this.tracker.working });
    if (this.isActive || this.settling) return;
    this.settling = true;
    try {
      const failure = this.tracker.takeFailure();
      if (!this.agent) this.onUnreachable(failure);
      else if (failure) await this.onFailure(failure);
      else await this.onRest();
    } finally {
      this.settling = false;
    }
  }

  /** The runtime could not be asked for its agents. */
  private onUnreachable(failure: Failure | null): void {
    if (failure) this.report(failure);
  }

  /** A turn, or the first look at the thread, has come to its end. */
  private async onRest(): Promise<void> {
    this.question = null;
    const run = await this.loadRun().catch(() => null);
    if (this.isActive) return;
    const isFirst = !this.rested;
    this.rested = true;
    this.state.set({ restored: true, run });
    if (isFirst && run?.status === "failed") this.report({ kind: "run", message: run.error?.message ?? "" });
    if (!this.watching) this.calls.resume(run);
  }

  private async onFailure(failure: Failure): Promise<void> {
    if (failure.kind === "connection") return this.mend();
    const asked = waitingCalls(this.state.get().run, "approval").map(({ callId }) => callId);
    // What this page holds is not what the server has.
    const returned = failure.kind === "refused" && this.giveBackQuestion(await this.connect());
    await this.onRest();
    this.report(failure, { asked, returned });
  }

  /** After a broken connection: asks how things stand, follows what runs, sends again what did not arrive. */
  private async mend(): Promise<void> {
    if (this.mending) return;
    this.mending = true;
    this.state.set({ reconnecting: true, problem: null });
    const attempt = async () => {
      this.tracker.takeProgress();
      return { failure: await this.connect(), progress: this.tracker.takeProgress() };
    };
    const failure = await reconnect({ sleep: this.sleep, alive: () => this.agent !== null, attempt });
    this.mending = false;
    this.state.set({ reconnecting: false, restored: true });
    const { question } = this;
    if (failure?.kind === "run") {
      // The question has arrived, and the conversation with it.
      await this.onRest();
      this.report(failure);
    } else if (failure) {
      this.report(failure, { returned: this.giveBackQuestion(failure) });
    } else if (question && !question.repeated && !this.holds(question)) {
      question.repeated = true;
      this.post();
    } else {
      await this.onRest();
    }
  }

  private holds({ id }: Question): boolean {
    return this.agent?.messages.some((message) => message.id === id) ?? false;
  }

  /** A question that the server does not have goes back to where it was written; whether there was one. */
  private giveBackQuestion(failure: Failure | null): boolean {
    const { question, agent } = this;
    this.question = null;
    if (!question || !agent) return false;
    // What follows it on the page is the server's answer.
    if (this.holds(question) && agent.messages.at(-1)?.id !== question.id) return false;
    if (failure) agent.setMessages(agent.messages.filter((message) => message.id !== question.id));
    if (this.holds(question)) return false;
    this.state.set({ draft: withReturned(question.text, this.state.get().draft) });
    return true;
  }

  /**
   * @param options.asked calls whose decision the page has just sent: the loser of a race is told who won
   * @param options.returned the question is back in the draft
   */
  private report(
    failure: Failure,
    { asked = [], returned = false }: { asked?: string[]; returned?: boolean } = {},
  ): void {
    const problem = toProblem(failure, returned);
    const notes = settledNotes(failure, asked);
    const title = Object.values(notes)[0] ?? problem.title;
    const kind = failure.kind === "run" ? "repeat-question" : "catch-up";
    this.state.set({
      notes: { ...this.state.get().notes, ...notes },
      problem: { ...problem, title, ...(problem.retry && { kind }) },
    });
  }
}
