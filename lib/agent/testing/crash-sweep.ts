import { AppError } from "../../errors";
import type { ThreadRef } from "../../workflow/types";
import type { NativeDecision, NativeResult, ThreadAgent } from "../api";
import type { Ground, Stored } from "./ground";
import { type Moment, MortalStore } from "./mortal-store";
import { type Plan, planText } from "./plan";
import { createPlannedAgent } from "./planned-agent";
import { PlannedModel } from "./planned-model";

/** One turn with everything in it: server tools, a frontend tool, an approval of each kind, an answer. */
export const FULL_TURN: Plan = {
  tag: "turn",
  steps: [
    { holds: false, calls: ["clock", "pay", "title", "refund", "copy"] },
    { holds: false, calls: ["clock"] },
  ],
};
export const FULL_TURN_QUESTION = { id: "u1", blocks: [{ type: "text" as const, text: planText(FULL_TURN) }] };

export interface Death {
  /** Which commit of its process, counted from 1. */
  commit: number;
  moment: Moment;
}

/** How the client comes back: it sends its question again, or asks for the recovery of its run. */
export type Comeback = "repeat" | "recover";

/** An answer of the client's, as it sends it; those of one call are always the same. */
export type ClientAnswer = { callId: string } & ({ decision: NativeDecision } | { result: NativeResult });

/** What came of a turn whose servers died. */
export interface Life {
  deaths: number;
  completed: boolean;
  /** Answers that the client was told are accepted. */
  accepted: ClientAnswer[];
  /** Call ids of server tools, once per execution. */
  ran: string[];
  /** Model calls for a step that had been committed before their process began. */
  repeatedModelCalls: number;
  /** What providers would have refused. */
  badPrompts: string[];
  /** Requests that got another answer than they should have. */
  surprises: string[];
}

/** What a process that is about to die can tell. */
export interface Testimony {
  sends?: ClientAnswer;
  accepted?: ClientAnswer;
  ran?: string;
}

export interface Witness {
  tell?: (testimony: Testimony) => void;
  onDeath?: () => void;
}

/** More requests than any turn with some deaths needs: a thread that takes more is stuck. */
const MAX_REQUESTS = 30;
const LEASE_SECONDS = 60;

/** A client that brings its turn to an end, however often the server dies under it. */
export class CrashingTurn {
  readonly life: Life = {
    deaths: 0,
    completed: false,
    accepted: [],
    ran: [],
    repeatedModelCalls: 0,
    badPrompts: [],
    surprises: [],
  };
  private readonly models: { model: PlannedModel; committedSteps: number }[] = [];
  private process: { agent: ThreadAgent; store: MortalStore };
  private unanswered: ClientAnswer | null = null;

  /** The first process dies the first death, and so on; there is a last one that lives. */
  constructor(
    private readonly ground: Ground,
    private readonly ref: ThreadRef,
    private readonly deaths: Death[],
    private readonly comeback: Comeback,
    private readonly witness: Witness = {},
  ) {
    this.process = this.start(0);
  }

  /** Goes on where a client and its server died together, as far as a witness has told. */
  async goOn(testimony: Testimony[]): Promise<Life> {
    for (const { sends, accepted, ran } of testimony) {
      if (sends) this.unanswered = sends;
      if (accepted) this.accept(accepted);
      if (ran !== undefined) this.life.ran.push(ran);
    }
    await this.restart();
    return this.live();
  }

  async live(): Promise<Life> {
    for (let requests = 0; requests < MAX_REQUESTS && !this.life.completed; requests += 1) {
      const { agent, store } = this.process;
      const outcome = await Promise.race([store.died.then(() => "died" as const), this.advance(agent)]);
      if (outcome === "completed") this.life.completed = true;
      if (outcome === "died") await this.restart();
    }
    for (const { model, committedSteps } of this.models) {
      this.life.badPrompts.push(...model.problems);
      this.life.repeatedModelCalls += model.asked.filter(({ stepsDone }) => stepsDone < committedSteps).length;
    }
    return this.life;
  }

  private start(committedSteps: number) {
    const store = new MortalStore(this.ground.store, this.witness.onDeath);
    const death = this.deaths[this.life.deaths];
    if (death) store.dieAt(death.commit, death.moment);
    const model = new PlannedModel();
    this.models.push({ model, committedSteps });
    const ran = (callId: string) => {
      this.witness.tell?.({ ran: callId });
      this.life.ran.push(callId);
    };
    const agent = createPlannedAgent({ store, model, leaseSeconds: LEASE_SECONDS, ran });
    return { agent: agent.for(this.ref), store };
  }

  private async restart(): Promise<void> {
    this.life.deaths += 1;
    const stored = await this.ground.see(this.ref);
    await this.ground.age(this.ref, 10 * LEASE_SECONDS);
    this.process = this.start(stored.runs.at(-1)?.cursor.state.steps ?? 0);
    if (this.unanswered && isStored(stored, this.unanswered)) await this.contradict(this.unanswered);
  }

  /** One request of the client's, to the end of its response. */
  private async advance(agent: ThreadAgent): Promise<"completed" | "goes on"> {
    const run = (await agent.inspect())?.run;
    if (run?.status === "completed") return "completed";
    if (this.unanswered) await this.answer(agent, this.unanswered);
    else if (!run || (this.comeback === "repeat" && run.status !== "suspended")) {
      await (await agent.stream(FULL_TURN_QUESTION)).settled();
    } else if (run.status !== "suspended") {
      await (await agent.recover({ runId: run.runId, attempt: run.attempt })).settled();
    } else {
      const call = run.interrupt?.calls.find(({ outcome }) => outcome === undefined);
      if (!call || !run.interrupt) throw new Error("A run waits for nothing.");
      this.unanswered = answerTo(call.callId, call.toolName, run.interrupt.type === "approval");
      await this.answer(agent, this.unanswered);
    }
    return "goes on";
  }

  /** What the client has not been told about it sends again: that is an answer or a repeat, never an error. */
  private async answer(agent: ThreadAgent, answer: ClientAnswer): Promise<void> {
    this.witness.tell?.({ sends: answer });
    const handle = await submit(agent, answer).catch((error: unknown) => {
      this.unanswered = null;
      this.life.surprises.push(`${JSON.stringify(answer)}: ${codeOf(error)}`);
    });
    if (!handle) return;
    this.accept(answer);
    await handle.settled();
  }

  private accept(answer: ClientAnswer): void {
    this.unanswered = null;
    this.witness.tell?.({ accepted: answer });
    this.life.accepted.push(answer);
  }

  /** The opposite of what is stored is refused, although nobody was told that it is. */
  private async contradict(answer: ClientAnswer): Promise<void> {
    const opposite: ClientAnswer =
      "decision" in answer
        ? { callId: answer.callId, decision: answer.decision === "approve" ? "reject" : "approve" }
        : { callId: answer.callId, result: { error: "Something else." } };
    const code = await submit(this.process.agent, opposite).then(() => "accepted", codeOf);
    if (code !== "conflict") this.life.surprises.push(`The opposite of ${JSON.stringify(answer)}: ${code}`);
  }
}

function answerTo(callId: string, toolName: string, isApproval: boolean): ClientAnswer {
  return isApproval ? { callId, decision: "approve" } : { callId, result: { result: `result of ${toolName}` } };
}

function submit(agent: ThreadAgent, answer: ClientAnswer) {
  return "decision" in answer
    ? agent.submitApprovalDecisions({ [answer.callId]: answer.decision }).accept()
    : agent.submitToolResults({ [answer.callId]: answer.result }).accept();
}

function codeOf(error: unknown): string {
  return error instanceof AppError ? error.code : String(error);
}

/** Whether storage has this very answer. */
export function isStored({ messages }: Stored, answer: ClientAnswer): boolean {
  const blocks = messages.filter((message) => message.supersededBy === null).flatMap((message) => message.blocks);
  return blocks.some((block) => {
    if ("decision" in answer) {
      if (block.type !== "tool-call" || block.callId !== answer.callId) return false;
      return block.approval?.decision?.approved === (answer.decision === "approve");
    }
    if (block.type !== "tool-result" || block.callId !== answer.callId) return false;
    return block.outcome.type === "result" && block.outcome.value === (answer.result as { result: unknown }).result;
  });
}
