import type { AgentStore } from "../store";

/**
 * Moment of a death: right before a commit is sent, a millisecond after, or when it is stored and nobody has been told
 * yet.
 */
export type Moment = "before" | "during" | "after";

/** One commit as it reached the store: what a decision stored, or a write of a running segment. */
export type CommitPoint = "decision" | "write";

/**
 * A store as one process sees it, and that process's death: from that moment on nothing reaches the store and nothing
 * comes back, so that whoever awaits it waits for ever, as the dead do. Heartbeats and decisions that change nothing are
 * no commits.
 */
export class MortalStore implements AgentStore {
  /** Commits so far. */
  readonly commits: CommitPoint[] = [];
  /** Resolves when the process has died. */
  readonly died: Promise<void>;
  /** Calls that the store has not answered yet. */
  inFlight = 0;
  /** Whether heartbeats reach the store. Without them, time stands still for a run that waits for its model. */
  beats = true;
  private dead = false;
  private announce: () => void = () => {};
  private fate: { commit: number; moment: Moment } | null = null;

  /** @param onDeath what dying does beside falling silent */
  constructor(
    private readonly inner: AgentStore,
    private readonly onDeath: () => void = () => {},
  ) {
    this.died = new Promise((resolve) => {
      this.announce = resolve;
    });
  }

  get isDead(): boolean {
    return this.dead;
  }

  /** Dies at the given commit, counted from the next one (1). */
  dieAt(commit: number, moment: Moment): void {
    this.fate = { commit: this.commits.length + commit, moment };
  }

  /** Takes back what {@link dieAt} has said. */
  live(): void {
    this.fate = null;
  }

  die(): void {
    if (this.dead) return;
    this.dead = true;
    this.onDeath();
    this.announce();
  }

  readonly transact: AgentStore["transact"] = (ref, needs, decide) => {
    let changes = false;
    return this.reach(
      () =>
        this.inner.transact(ref, needs, (snapshot) => {
          const decision = decide(snapshot);
          changes = decision.changes.length > 0 || decision.reset === true;
          if (changes) this.meetFateBefore();
          return decision;
        }),
      () => changes && this.committed("decision"),
    );
  };

  readonly write: AgentStore["write"] = (segment, write) => {
    const { events, records, commit, memos } = write;
    const isBeat = events.length + records.length + Object.keys(memos).length === 0 && !commit;
    if (isBeat && !this.beats) return Promise.resolve({ kind: "written", stopRequested: false });
    return this.reach(
      () => {
        if (!isBeat) this.meetFateBefore();
        return this.inner.write(segment, write);
      },
      (result) => !isBeat && result.kind === "written" && this.committed("write"),
    );
  };

  readonly read: AgentStore["read"] = (...args) => this.reach(() => this.inner.read(...args));
  readonly readLog: AgentStore["readLog"] = (...args) => this.reach(() => this.inner.readLog(...args));
  readonly requestStop: AgentStore["requestStop"] = (...args) => this.reach(() => this.inner.requestStop(...args));
  readonly compact: AgentStore["compact"] = (...args) => this.reach(() => this.inner.compact(...args));
  readonly deleteOldLogs: AgentStore["deleteOldLogs"] = (...args) =>
    this.reach(() => this.inner.deleteOldLogs(...args));
  readonly setting: AgentStore["setting"] = (...args) => this.reach(() => this.inner.setting(...args));
  readonly loadAll: AgentStore["loadAll"] = (...args) => this.reach(() => this.inner.loadAll(...args));
  readonly outcomes: AgentStore["outcomes"] = (...args) => this.reach(() => this.inner.outcomes(...args));
  readonly usedCallIds: AgentStore["usedCallIds"] = (...args) => this.reach(() => this.inner.usedCallIds(...args));
  readonly threads: AgentStore["threads"] = (...args) => this.reach(() => this.inner.threads(...args));
  readonly rename: AgentStore["rename"] = (...args) => this.reach(() => this.inner.rename(...args));

  private async reach<R>(work: () => Promise<R>, then: (result: R) => void = () => {}): Promise<R> {
    if (this.dead) return never();
    this.inFlight += 1;
    try {
      const result = await work();
      if (this.dead) return never();
      then(result);
      return this.dead ? never() : result;
    } catch (error) {
      return this.dead ? never() : Promise.reject(error);
    } finally {
      this.inFlight -= 1;
    }
  }

  private committed(point: CommitPoint): void {
    if (this.isFate("after")) this.die();
    this.commits.push(point);
  }

  private meetFateBefore(): void {
    if (this.isFate("during")) setTimeout(() => this.die(), 1);
    if (!this.isFate("before")) return;
    this.die();
    // What is under way must not be stored; the caller never hears of it.
    throw new Error("The process died.");
  }

  private isFate(moment: Moment): boolean {
    return this.fate?.moment === moment && this.fate.commit === this.commits.length + 1;
  }
}

function never<R>(): Promise<R> {
  return new Promise(() => {});
}
