import type { BrowserCall, CallOutcome, CallRunner } from "@/lib/browser-tools/run-call";
import { isAnsweredByPerson, isSafeToRepeat } from "@/lib/browser-tools/tool-traits";
import { CANCELLED } from "../chat-ui/cancelled";
import type { Store } from "../thread-api/store";
import type { DecidedCall, ThreadState } from "./thread-state";
import { type Wait, waitOf } from "./wait";

/** The frontend calls of one thread on this page: each runs once, and its outcome is kept until the wait is complete. */
export class PageCalls {
  /** @param onAnswer called whenever an answer was added */
  constructor(
    private readonly state: Store<ThreadState>,
    private readonly runner: () => CallRunner,
    private readonly onAnswer: () => void,
  ) {}

  /** What the thread waits for now. */
  get wait(): Wait | null {
    const { interrupts, messages, handed } = this.state.get();
    return waitOf(interrupts, messages, handed);
  }

  /** The open approvals with the decisions that were made about them. */
  get decided(): DecidedCall[] {
    const { wait } = this;
    const { decisions } = this.state.get();
    if (wait?.type !== "approval") return [];
    return wait.calls.flatMap((call) => {
      const decision = decisions[call.callId];
      return decision ? [{ ...call, decision }] : [];
    });
  }

  /**
   * Starts what may start by itself. Calls that were handed to this page run here; after a reload only those run again
   * that are safe to repeat, or whose outcome the tab has kept. What a person answers waits for the person.
   */
  begin(): void {
    const { wait } = this;
    if (!wait || wait.type === "approval") return;
    for (const call of wait.calls) {
      if (isAnsweredByPerson(call.toolName)) {
        if (wait.type === "handed") this.state.set({ started: added(this.state.get().started, call.callId) });
      } else if (wait.type === "handed" || isSafeToRepeat(call.toolName) || this.runner().outcomeOf(call) !== null) {
        this.execute(call);
      }
    }
  }

  /** "Run now". */
  run(callId: string): void {
    const call = this.find(callId);
    if (call) this.execute(call);
  }

  answer(callId: string, outcome: CallOutcome): void {
    const { outcomes } = this.state.get();
    // Late outcomes of calls that were cancelled or stopped meanwhile are dropped.
    if (!this.find(callId) || Object.hasOwn(outcomes, callId)) return;
    this.state.set({ outcomes: { ...outcomes, [callId]: outcome } });
    this.onAnswer();
  }

  cancel(callId: string): void {
    this.answer(callId, { errorText: CANCELLED });
  }

  decide(callId: string, decision: { approved: boolean; reason?: string }): void {
    const { decisions } = this.state.get();
    // A second click finds the call decided.
    if (this.wait?.type !== "approval" || !this.find(callId) || Object.hasOwn(decisions, callId)) return;
    this.state.set({ decisions: { ...decisions, [callId]: decision } });
    this.onAnswer();
  }

  /** Forgets answers to what is no longer waited for. */
  prune(): void {
    const { decisions, outcomes } = this.state.get();
    const open = new Set(this.wait?.calls.map((call) => call.callId));
    const keep = <T>(answers: Readonly<Record<string, T>>) =>
      Object.fromEntries(Object.entries(answers).filter(([callId]) => open.has(callId)));
    this.state.set({ decisions: keep(decisions), outcomes: keep(outcomes) });
  }

  private find(callId: string) {
    return this.wait?.calls.find((call) => call.callId === callId);
  }

  private execute(call: BrowserCall): void {
    const { callId } = call;
    const { started, running, outcomes } = this.state.get();
    if (running.has(callId) || Object.hasOwn(outcomes, callId)) return;
    this.state.set({ started: added(started, callId), running: added(running, callId) });
    void this.runner()
      .run(call)
      .then((outcome) => {
        this.state.set({ running: removed(this.state.get().running, callId) });
        this.answer(callId, outcome);
      });
  }
}

function added(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set(set).add(id);
}

function removed(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set([...set].filter((each) => each !== id));
}
