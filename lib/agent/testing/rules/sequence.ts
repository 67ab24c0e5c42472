import { randomUUID } from "node:crypto";
import { setTimeout as pause, setImmediate } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { ERROR_TABLE } from "../../../errors";
import type { ThreadRef } from "../../../workflow/types";
import type { Ground, Stored } from "../ground";
import { type PlannedStep, planText } from "../plan";
import { callsAmong, decisionWord, type Named, saidOutcome } from "./answers";
import { differences, strayings, Witness, withoutClock } from "./checks";
import type { Answered, Command, Said } from "./commands";
import { perform } from "./driver";
import { type Act, expected } from "./expected";
import { LEASE_SECONDS, TestProcess } from "./process";
import { type ThreadState, toThreadState } from "./state";
import { emptyWorld, latest } from "./world";

const PROCESSES = 2;
/** A run that is not where it should be by then will never be. */
const PATIENCE_MS = 5_000;

/**
 * One sequence of commands on a thread of its own: each is made of the real agent and of the rules, and afterwards
 * storage must say what the rules say. Throws with everything that differs.
 */
export class Sequence {
  private readonly ref: ThreadRef = { threadId: randomUUID(), ownerId: "owner" };
  private readonly witness = new Witness();
  private readonly texts: Record<string, string> = {};
  private readonly processes: TestProcess[];
  private readonly buried: TestProcess[] = [];
  private world = emptyWorld(PROCESSES);
  private problems: string[] = [];

  /** @param heard how often each kind of request got which reply, over all sequences */
  constructor(
    private readonly ground: Ground,
    private readonly heard = new Map<string, number>(),
  ) {
    this.processes = Array.from({ length: PROCESSES }, () => this.newProcess());
  }

  async run(commands: Command[]): Promise<void> {
    try {
      for (const [index, command] of commands.entries()) {
        await this.step(command);
        if (this.problems.length === 0) continue;
        throw new Error([`After command ${index}, ${JSON.stringify(command)}:`, ...this.problems].join("\n  "));
      }
    } finally {
      for (const process of this.processes) {
        process.store.die();
        process.model.release();
      }
    }
  }

  private newProcess(): TestProcess {
    return new TestProcess(this.ground.store, this.ref, (callId) => this.witness.ran(callId));
  }

  private async step(command: Command): Promise<void> {
    switch (command.type) {
      case "fail-next": {
        const process = this.at(command.process);
        process.model.failures += 1;
        this.world.failures[command.process] = process.model.failures;
        return;
      }
      case "expire":
        await this.ground.age(this.ref, 2 * LEASE_SECONDS);
        this.world.expired = latest(this.world)?.status === "running";
        return;
      case "outage": {
        const { owner } = this.world;
        if (typeof owner === "number") this.bury(owner);
        return this.step({ type: "expire" });
      }
      case "crash":
        this.bury(command.process);
        return;
      case "crash-in": {
        const act = this.toAct(command.command);
        // A request to stop outlives the one who made it: when the run's owner sees it is not for rules to say.
        if (act?.type === "stop" && typeof this.world.owner === "number") return;
        if (act) await this.actAndDie(act, command);
        return;
      }
      default: {
        const act = this.toAct(command);
        if (act) await this.act(act);
      }
    }
  }

  private async act(act: Act): Promise<void> {
    const before = await this.ground.see(this.ref);
    const reply = await this.make(act, before);
    await this.check(before, act, reply);
  }

  /** The act as it is, on a process that may die in the middle. */
  private async actAndDie(
    act: Act,
    fate: { process: number; commit: number; moment: "before" | "after" },
  ): Promise<void> {
    const process = this.at(fate.process);
    const before = await this.ground.see(this.ref);
    const world = structuredClone(this.world);
    process.store.dieAt(fate.commit, fate.moment);
    let reply: string | null = null;
    const life = this.make(act, before).then((made) => {
      reply = made;
    });
    await Promise.race([life, process.store.died]);
    // A reply that came before the death has come.
    await Promise.race([life, setImmediate()]);
    if (!process.store.isDead) {
      process.store.live();
      await this.check(before, act, reply ?? "");
      return;
    }
    this.hear(reply === null ? `${nameOf(act)}: died before the reply` : "died after the reply");
    await this.settle();
    const after = this.world;
    const stored = await this.ground.see(this.ref);
    const seen = toThreadState(stored);
    this.problems.push(...strayings(world.thread, seen, after.thread));
    if (reply !== null && act.type === "answer") this.remember(act);
    if (act.type === "reset" && stored.runs.length === 0) this.witness.forget();
    const goesOn = seen.runs.at(-1)?.status === "running";
    const isUntouched =
      before.runs.at(-1)?.runId === stored.runs.at(-1)?.runId &&
      before.runs.at(-1)?.attempt === stored.runs.at(-1)?.attempt;
    const isElsewhere = isUntouched && world.owner !== fate.process && world.owner !== null;
    this.world = {
      ...world,
      thread: seen,
      owner: goesOn ? (isElsewhere ? world.owner : "nobody") : null,
      expired: goesOn && isUntouched && world.expired,
      heldFails: goesOn && isElsewhere && world.heldFails,
    };
    this.bury(fate.process);
    this.problems.push(...this.witness.problems(stored, everyCall(stored)));
  }

  /** Makes the request, and lets what it set going come to rest. Changes the world as the rules say. */
  private async make(act: Act, before: Stored): Promise<string> {
    const { agent, store } = this.at("process" in act ? act.process : 0);
    const asked = this.processes.map(({ model }) => model.asked.length);
    const calls = this.world.modelCalls;
    const strangers = this.processes.some(({ model }, index) => model.holding > (this.world.owner === index ? 1 : 0));
    const replies = expected(this.world, act);
    const reply = await perform(agent, act, this.texts, before);
    this.hear(`${nameOf(act)}: ${reply}`);
    if (!replies.includes(reply)) this.problems.push(`the reply is ${reply} instead of ${replies.join(" or ")}`);
    if (act.type === "release") for (const { model } of this.processes) model.release();
    const expectedCalls = this.world.modelCalls - calls;
    await Promise.race([store.died, this.rest(expectedCalls > 0 ? asked : null, store)]);
    if (store.isDead) return reply;
    const made = this.processes.reduce((sum, { model }, index) => sum + model.asked.length - (asked[index] ?? 0), 0);
    if (!strangers && made !== expectedCalls) this.problems.push(`${made} model calls instead of ${expectedCalls}`);
    return reply;
  }

  /** Waits until the run is where the rules see it. `asked`: model calls before, when the rules see new ones. */
  private async rest(asked: number[] | null, { isDead }: { readonly isDead: boolean }): Promise<void> {
    const { owner } = this.world;
    const late = new AbortController();
    const tooLate = pause(PATIENCE_MS, null, { signal: late.signal }).catch(() => {});
    if (typeof owner === "number" && asked !== null)
      await Promise.race([this.at(owner).model.untilHolding(asked[owner]), tooLate]);
    if (owner === null) await Promise.race([this.untilNothingRuns(late.signal), tooLate]);
    late.abort();
    if (!isDead) await this.settle();
  }

  private async untilNothingRuns(signal: AbortSignal): Promise<void> {
    const runs = async () => (await this.ground.store.read(this.ref, {})).run?.status === "running";
    while (!signal.aborted && (await runs())) await pause(1);
  }

  private async settle(): Promise<void> {
    await Promise.all(this.processes.filter(({ store }) => !store.isDead).map((process) => process.idle()));
  }

  /** Whether storage says what the rules say. */
  private async check(before: Stored, act: Act, reply: string): Promise<void> {
    const stored = await this.ground.see(this.ref);
    const seen = toThreadState(stored);
    if (STORES_NOTHING.has(reply) && !isDeepStrictEqual(withoutClock(before), withoutClock(stored)))
      this.problems.push(`${reply} has stored something`);
    this.problems.push(...differences(this.world.thread, seen));
    if (this.problems.length === 0) adoptIds(this.world.thread, seen);
    if (act.type === "answer") this.remember(act);
    if (reply === "reset") this.witness.forget();
    this.problems.push(...this.witness.problems(stored, everyCall(stored)));
    for (const { model } of [...this.processes, ...this.buried]) this.problems.push(...model.problems);
  }

  private remember(act: Act & { type: "answer" }): void {
    for (const { call, said } of act.accepted ?? []) {
      if (call) this.witness.accept(call.callId, said.type === "decision" ? decisionWord(said) : saidOutcome(said));
    }
  }

  private hear(what: string): void {
    this.heard.set(what, (this.heard.get(what) ?? 0) + 1);
  }

  private toAct(command: Command): Act | null {
    switch (command.type) {
      case "ask":
        return { type: "ask", process: command.process, tag: this.question(command.steps) };
      case "ask-again":
      case "regenerate": {
        const tags = Object.keys(this.world.plans);
        const tag = tags[command.question % tags.length];
        if (tag === undefined) return null;
        return { type: command.type === "regenerate" ? "regenerate" : "ask", process: command.process, tag };
      }
      case "answer": {
        const named = this.named(command.answers);
        const isDecision = named[0]?.said.type === "decision";
        const alike = named.filter(({ said }) => (said.type === "decision") === isDecision);
        return { type: "answer", process: command.process, named: alike, strict: true, question: null };
      }
      case "envelope": {
        const question = command.steps && this.question(command.steps);
        return {
          type: "answer",
          process: command.process,
          named: this.named(command.answers),
          strict: false,
          question,
        };
      }
      case "settle": {
        const named = callsAmong(this.world, "open").map((call, index): Named => {
          return { call, said: this.fitting(command.said[index % command.said.length] as Said) };
        });
        if (named.length === 0) return null;
        return { type: "answer", process: command.process, named, strict: true, question: null };
      }
      case "stop":
      case "recover":
      case "abandon":
      case "reset":
      case "release":
        return command;
      default:
        return null;
    }
  }

  private named(answers: Answered[]): Named[] {
    const byId = new Map<string, Named>();
    for (const { target, said, fits } of answers) {
      const pool = target.among === "none" ? [] : callsAmong(this.world, target.among);
      const call = pool[target.index % pool.length] ?? null;
      byId.set(call?.callId ?? "", { call, said: fits ? this.fitting(said) : said });
    }
    return [...byId.values()];
  }

  /** The same, as a decision or as an outcome, whichever is asked for. */
  private fitting(said: Said): Said {
    const type = latest(this.world)?.wait?.type;
    if (type === "approval" && said.type !== "decision") return { type: "decision", approved: said.type === "result" };
    if (type === "tool-results" && said.type === "decision") return { type: "result", value: "one" };
    return said;
  }

  private question(steps: PlannedStep[]): string {
    const tag = `q${Object.keys(this.world.plans).length}`;
    this.world.plans[tag] = { tag, steps };
    this.texts[tag] = planText({ tag, steps });
    return tag;
  }

  private at(process: number): TestProcess {
    return this.processes[process] as TestProcess;
  }

  /** The process is gone; another one takes its place. */
  private bury(index: number): void {
    const process = this.at(index);
    process.store.die();
    this.buried.push(process);
    this.processes[index] = this.newProcess();
    this.world.failures[index] = 0;
    if (this.world.owner === index) this.world.owner = "nobody";
  }
}

function nameOf(act: Act): string {
  if (act.type !== "answer") return act.type;
  return `${act.strict ? "answer" : "envelope"}${act.question === null ? "" : " with a question"}`;
}

/** Replies after which storage is as it was. */
const STORES_NOTHING = new Set<string>([...Object.keys(ERROR_TABLE), "false", "following", "replayed"]);

/** The ids that storage has given to calls which the rules know by their place. */
function adoptIds(rules: ThreadState, seen: ThreadState): void {
  for (const [index, run] of rules.runs.entries()) {
    for (const call of run.calls) {
      call.callId = seen.runs[index]?.calls.find(({ at }) => at === call.at)?.callId ?? "";
    }
  }
}

/** The calls of the thread, also of answers that were replaced. */
function everyCall(stored: Stored): ThreadState {
  return toThreadState({ ...stored, messages: stored.messages.map((message) => ({ ...message, supersededBy: null })) });
}
