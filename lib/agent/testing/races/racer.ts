import { AppError } from "../../../errors";
import type { Json } from "../../../json";
import type { NativeDecision, NativeResult, RunFence, ThreadAgent } from "../../api";
import type { AgentStore } from "../../store";
import { createPlannedAgent } from "../planned-agent";
import { PlannedModel } from "../planned-model";

export const LEASE_SECONDS = 60;

/** What one of two racers does to a thread. */
export type RaceAct =
  | { type: "ask"; id: string; text: string }
  | { type: "decide"; decisions: Record<string, NativeDecision> }
  | { type: "answer"; results: Record<string, NativeResult> }
  | { type: "stop" }
  | { type: "recover"; fence: RunFence };

export interface RaceJob {
  threadId: string;
  act: RaceAct;
}

/** How the request was accepted, the code it was refused with, or what `stop` returned. */
export interface RaceReply {
  reply: string;
  /** What the loser was told about the calls that it named. */
  settled?: Record<string, Json>;
}

/** What a racer's server did, whoever asked for it. */
export interface Deeds {
  /** Call ids of executed server tools. */
  ran: string[];
  /** Tags of the questions that the model was asked about, once per call. */
  asked: string[];
  badPrompts: string[];
}

/** A server that takes part in races. */
export interface Racer {
  /** Does everything at once, at the given time (milliseconds since 1970), and resolves when all is replied. */
  race(jobs: RaceJob[], at: number): Promise<RaceReply[]>;
  /** Lets model calls go on that were planned to hold. */
  release(): Promise<void>;
  /** What was done since the last time. */
  deeds(): Promise<Deeds>;
  close(): Promise<void>;
}

export const OWNER = "racers";

export function createRacer(store: AgentStore): Racer {
  const model = new PlannedModel();
  let ran: string[] = [];
  const agent = createPlannedAgent({ store, model, leaseSeconds: LEASE_SECONDS, ran: (callId) => ran.push(callId) });
  return {
    async race(jobs, at) {
      await until(at);
      return Promise.all(jobs.map(({ threadId, act }) => perform(agent.for({ threadId, ownerId: OWNER }), act)));
    },
    async release() {
      model.release();
    },
    async deeds() {
      const asked = model.asked.splice(0).map(({ tag }) => tag);
      const deeds = { ran, asked, badPrompts: model.problems.splice(0) };
      ran = [];
      return deeds;
    },
    async close() {},
  };
}

/** Awake at that very millisecond: a timer alone comes a few too late. */
async function until(at: number): Promise<void> {
  const early = at - Date.now() - 5;
  if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
  while (Date.now() < at);
}

async function perform(agent: ThreadAgent, act: RaceAct): Promise<RaceReply> {
  try {
    return { reply: await request(agent, act) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { reply: error.code, ...(error.details.settled && { settled: error.details.settled }) };
  }
}

async function request(agent: ThreadAgent, act: RaceAct): Promise<string> {
  switch (act.type) {
    case "ask":
      return (await agent.stream({ id: act.id, blocks: [{ type: "text", text: act.text }] })).acceptance;
    case "decide":
      return (await agent.submitApprovalDecisions(act.decisions).accept()).acceptance;
    case "answer":
      return (await agent.submitToolResults(act.results).accept()).acceptance;
    case "stop":
      return String(await agent.stop());
    case "recover":
      return (await agent.recover(act.fence)).acceptance;
  }
}
