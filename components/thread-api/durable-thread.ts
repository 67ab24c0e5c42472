import type { CallRunner } from "@/lib/browser-tools/run-call";
import type { SessionCopy } from "@/lib/browser-tools/session-copy";
import type { CallActions } from "../chat-ui/view";
import { withReturned } from "./draft";
import type { DurableThreadState, Retry } from "./durable-thread-state";
import type { Failure } from "./failure";
import { settledNotes, toProblem } from "./problem";
import { reconnect } from "./reconnect";
import type { Fetch } from "./request";
import type { Store } from "./store";
import { stopThread } from "./threads";

export interface DurableThreadOptions<Message> {
  threadId: string;
  fetch: Fetch;
  /** Asked for when the first call runs: the server renders the page too, and runs none. */
  runner: () => CallRunner;
  copy: SessionCopy<Message[]>;
  /** Told when the server has taken something that this page has sent. */
  onAccepted?: () => void;
  /** Waits that many milliseconds; tests do not wait. */
  sleep?: (milliseconds: number) => Promise<void>;
}

export interface CatchUp {
  /** Whether the page that asked is still there. */
  alive(): boolean;
  /** Told when the server's history has been taken. */
  onFirst?: () => void;
  /** The answers that only this page holds were refused: the server's history replaces them, and none is sent. */
  discard?: boolean;
  /** Another page is at work: no call is started here by itself. */
  watch?: boolean;
}

/** What one attempt to reconnect came to; `progress`: a stream had begun. */
export interface Attempt {
  failure: Failure | null;
  progress: boolean;
}

/** How often coming back to the page asks the server, at most, in milliseconds. */
const REFRESH_INTERVAL = 2_000;
/** How long a stop may take to end the stream before the page closes it itself, in milliseconds. */
const STOP_PATIENCE = 6_000;

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/**
 * One thread in one page, as far as it does not depend on the client library: restore, stop on the server, paging, repair
 * of a broken connection, and what a person is told. No React: a hook subscribes to it, tests drive it directly.
 */
export abstract class DurableThread<Message extends { id: string }> {
  abstract readonly state: Store<DurableThreadState>;
  /** What a person can do about a call. */
  abstract readonly actions: CallActions;
  protected readonly sleep: (milliseconds: number) => Promise<void>;
  protected mending = false;
  /** Resolves when the server's history has been taken, or could not be had. */
  private firstSync: Promise<void> = Promise.resolve();
  /** Raised by connect and disconnect: what an earlier life of the page still awaits comes to nothing. */
  private life = 0;
  private refreshedAt = Number.NEGATIVE_INFINITY;

  protected constructor(protected readonly options: DurableThreadOptions<Message>) {
    this.sleep = options.sleep ?? wait;
  }

  /** Sends a question. Calls that wait are cancelled with it. If it is refused, its text is back in the draft. */
  abstract send(text: string): Promise<void>;

  /** The conversation as the page shows it. */
  protected abstract messages: readonly Message[];
  /** A response is being read. */
  protected abstract readonly busy: boolean;
  /** The page of messages that ends before `before`. @throws RequestError */
  protected abstract loadBefore(before: string): Promise<{ messages: Message[]; before?: string | null }>;
  /** Takes the server's history and, as long as the run is running, reads its stream to the end. */
  protected abstract catchUp(options: CatchUp): Promise<Failure | null>;
  /** The history that `connect` asked for could not be had, or following it has failed. */
  protected abstract onConnectFailure(failure: Failure): void | Promise<void>;
  /** Asks how things stand, sends again what did not arrive, follows what runs. */
  protected abstract attemptToMend(alive: () => boolean): Promise<Attempt>;
  /** Does what a failure asks for, once it is not the connection's. */
  protected abstract settle(failure: Failure): Promise<void>;
  /** Takes what was not accepted out of the conversation, and a question back into the draft. */
  protected abstract withdraw(): void;
  /** Stops reading; the run goes on. */
  protected abstract closeStream(): void | Promise<void>;
  /** What the client library threw, in our words. */
  protected abstract toFailure(error: unknown): Failure;
  /** A question repeated by its id is not a second one: its failed run goes on, and its answer is replayed. */
  protected abstract repeatQuestion(): Promise<void>;
  /** Sends again what was refused and may be accepted now. */
  protected abstract resend(): Promise<void>;

  /** Paints the tab's copy, then takes the server's history and follows a run that is still running. */
  connect(): void {
    this.life += 1;
    const copy = this.options.copy.load(this.options.threadId);
    if (copy && this.messages.length === 0) this.messages = copy;
    const alive = this.aliveNow();
    this.firstSync = new Promise((resolve) => {
      void this.catchUp({ alive, onFirst: resolve }).then(async (failure) => {
        if (!alive()) return resolve();
        this.state.set({ restored: true });
        resolve();
        if (failure) await this.onConnectFailure(failure);
      });
    });
  }

  /** The page goes away; the run does not. */
  disconnect(): void {
    this.life += 1;
    this.save();
    this.state.set({ restored: false, reconnecting: false, sending: false });
    void this.closeStream();
  }

  /** Keeps the conversation in the tab for the next page load. */
  save(): void {
    if (this.messages.length > 0) this.options.copy.save(this.options.threadId, [...this.messages]);
  }

  setDraft(draft: string): void {
    this.state.set({ draft });
  }

  /** Ends the run on the server; what has been written stays. */
  async stop(): Promise<void> {
    if (this.state.get().stopping) return;
    const { fetch, threadId } = this.options;
    this.state.set({ stopping: true, problem: null });
    try {
      await stopThread(fetch, threadId);
      this.options.onAccepted?.();
      for (let waited = 0; this.busy && waited < STOP_PATIENCE; waited += 100) await this.sleep(100);
      if (this.busy) await this.closeStream();
      await this.catchUpOrReport();
    } catch (error) {
      this.report(this.toFailure(error));
    } finally {
      this.state.set({ stopping: false });
    }
  }

  async retry(): Promise<void> {
    const { problem } = this.state.get();
    this.state.set({ problem: null });
    if (problem?.kind === "recover") await this.repeatQuestion();
    else if (problem?.kind === "resend") await this.resend();
    else {
      await this.mend();
      // The connection is back and the run is not: that, too, was to be tried again.
      if (this.state.get().problem?.kind === "recover") await this.retry();
    }
  }

  /** The network is back: catches up where that is what is wrong. Nothing is asked of the model for it. */
  async online(): Promise<void> {
    if (this.state.get().problem?.kind !== "catch-up") return;
    this.state.set({ problem: null });
    await this.mend();
  }

  /** Shows the messages before the oldest one shown. */
  async loadEarlier(): Promise<void> {
    const { before, loadingEarlier } = this.state.get();
    if (before === null || loadingEarlier) return;
    this.state.set({ loadingEarlier: true });
    try {
      const page = await this.loadBefore(before);
      const known = new Set(this.messages.map((message) => message.id));
      this.messages = [...page.messages.filter((message) => !known.has(message.id)), ...this.messages];
      this.state.set({ before: page.before ?? null });
    } catch (error) {
      this.report(this.toFailure(error));
    } finally {
      this.state.set({ loadingEarlier: false });
    }
  }

  /** Closes the banner. A question that did not arrive goes back into the draft. */
  dismiss(): void {
    this.withdraw();
    this.state.set({ problem: null });
  }

  /**
   * The page is looked at again: another window or client may have gone on with the thread.
   * @param options.watch that is known, and the other one is still at work
   */
  async refresh({ watch = false }: { watch?: boolean } = {}): Promise<void> {
    const { restored, sending, running, problem } = this.state.get();
    // What this page could not send or read is its own affair; a run that has failed may be over for somebody else.
    const settled = !problem?.kind || problem.kind === "recover";
    const idle = restored && settled && !sending && !this.busy && !this.mending && running.size === 0;
    if (!idle || (!watch && Date.now() - this.refreshedAt < REFRESH_INTERVAL)) return;
    this.refreshedAt = Date.now();
    const alive = this.aliveNow();
    const failure = await this.catchUp({ alive, watch });
    // Nobody asked for it: only what became of the run is worth a banner.
    if (failure?.kind === "run" && alive()) this.report(failure);
  }

  protected aliveNow(): () => boolean {
    const { life } = this;
    return () => life === this.life;
  }

  protected async whenRestored(act: () => void | Promise<void>): Promise<void> {
    if (!this.state.get().restored) await this.firstSync;
    await act();
  }

  /** Resolves when the history is there: the run may go on for long after that. */
  protected async catchUpOrReport(options: Pick<CatchUp, "discard"> = {}): Promise<void> {
    const alive = this.aliveNow();
    await new Promise<void>((resolve) => {
      void this.catchUp({ ...options, alive, onFirst: resolve }).then((failure) => {
        if (failure && alive()) this.report(failure);
        resolve();
      });
    });
  }

  /** After a broken connection: tries until the page is up to date again, or something else is wrong. */
  protected async mend(): Promise<void> {
    if (this.mending) return;
    this.mending = true;
    const alive = this.aliveNow();
    const attempt = async () => {
      this.state.set({ reconnecting: true, problem: null });
      const result = await this.attemptToMend(alive);
      // A response that broke off again has said meanwhile that the connection was back.
      if (alive() && result.failure?.kind === "connection") this.state.set({ reconnecting: true });
      return result;
    };
    try {
      const failure = await reconnect({ sleep: this.sleep, alive, attempt });
      this.mending = false;
      if (failure && alive()) await this.settle(failure);
    } finally {
      this.mending = false;
      if (alive()) this.state.set({ reconnecting: false });
    }
  }

  /** Answers were refused because somebody else has answered, or the run has ended: says so at each call, and above. */
  protected async lostRace(failure: Failure, callIds: readonly string[], returned = false): Promise<void> {
    await this.catchUpOrReport({ discard: true });
    const notes = settledNotes(failure, callIds);
    this.state.set({ notes: { ...this.state.get().notes, ...notes } });
    this.report(failure, { title: Object.values(notes)[0], returned });
  }

  /** @param options.returned the question is back in the draft */
  protected report(failure: Failure, options: { title?: string | undefined; returned?: boolean } = {}): void {
    const problem = toProblem(failure, options.returned);
    const kind: Retry = failure.kind === "run" ? "recover" : failure.kind === "refused" ? "resend" : "catch-up";
    const { title = problem.title } = options;
    this.state.set({ problem: { ...problem, title, ...(problem.retry && { kind }) } });
  }

  protected returnToDraft(question: string): void {
    this.state.set({ draft: withReturned(question, this.state.get().draft) });
  }
}
