import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Ground, Stored } from "../ground";
import { MortalStore } from "../mortal-store";
import { planText } from "../plan";
import { storedProblems } from "../stored-problems";
import type { RaceKind, Start } from "./kinds";
import { createRacer, LEASE_SECONDS, OWNER, type RaceReply, type Racer } from "./racer";

/** Races that are run side by side: enough to keep both servers busy, few enough for them to meet. */
const HEAT = 10;
/** Time for both servers to hear of a heat before it starts. */
const NOTICE_MS = 12;
const PATIENCE_MS = 10_000;

export interface RaceCount {
  rounds: number;
  /** How often the two got which replies. */
  replies: Record<string, number>;
  faults: string[];
}

/** Runs so many races of one kind between two servers on one store. */
export async function runRaces(
  ground: Ground,
  racers: [Racer, Racer],
  kind: RaceKind,
  rounds: number,
): Promise<RaceCount> {
  const count: RaceCount = { rounds: 0, replies: {}, faults: [] };
  const store = new MortalStore(ground.store);
  // What it starts and leaves to the racers is dead when the test says so.
  store.beats = false;
  const host = createRacer(store);
  for (let heat = 0; count.rounds < rounds; heat += 1) {
    const starts = await Promise.all(
      Array.from({ length: Math.min(HEAT, rounds - count.rounds) }, () => prepare(ground, host, kind)),
    );
    const at = Date.now() + NOTICE_MS;
    const run = (index: 0 | 1) =>
      racers[index].race(
        starts.map((start) => ({ threadId: start.threadId, act: kind.acts(start)[index] })),
        at,
      );
    // Inside one process, whoever is told first is first.
    const [early, late] = heat % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
    const told = await Promise.all([run(early), run(late)]);
    const replies = [told[early], told[late]];
    const finished = await Promise.all(
      starts.map((start) => rest(ground, start.threadId, kind.dead ? [...racers, host] : [])),
    );
    const all = [await host.deeds(), ...(await Promise.all(racers.map((racer) => racer.deeds())))];
    for (const [index, start] of starts.entries()) {
      const pair = replies.map((list) => list?.[index]) as [RaceReply, RaceReply];
      const stored = finished[index] as Stored;
      const faults = [
        ...kind.faults(start, {
          replies: pair,
          stored,
          ran: (callId) => all.flatMap(({ ran }) => ran).filter((id) => id === callId).length,
          asked: (tag) => all.flatMap(({ asked }) => asked).filter((other) => other === tag).length,
        }),
        ...storedProblems(stored),
      ];
      const words = pair.map(({ reply }) => reply).join(" / ");
      count.replies[words] = (count.replies[words] ?? 0) + 1;
      count.faults.push(...faults.map((fault) => `${words}: ${fault}`));
    }
    count.faults.push(...all.flatMap(({ badPrompts }) => badPrompts));
    count.rounds += starts.length;
  }
  return count;
}

/** A thread of its own, brought to where the race begins. */
async function prepare(ground: Ground, host: Racer, kind: RaceKind): Promise<Start & { threadId: string }> {
  const threadId = randomUUID();
  const tag = `t${threadId.slice(0, 8)}`;
  const start = { threadId, tag, callIds: [], runId: "", attempt: 0 };
  if (!kind.plan) return start;
  const ref = { threadId, ownerId: OWNER };
  await host.race([{ threadId, act: { type: "ask", id: tag, text: planText(kind.plan(tag)) } }], 0);
  if (kind.dead) {
    await until(async () => (await ground.see(ref)).log.some(({ event }) => event.type === "text-delta"));
    await ground.age(ref, 10 * LEASE_SECONDS);
  } else await rest(ground, threadId, []);
  const run = (await ground.store.read(ref, {})).run;
  if (!run) throw new Error("The race has no run.");
  const calls = run.status === "suspended" ? run.interrupt.request.calls : [];
  return { ...start, callIds: calls.map(({ callId }) => callId), runId: run.runId, attempt: run.attempt };
}

/** Waits for the end of what the race has set going. */
async function rest(ground: Ground, threadId: string, holding: Racer[]): Promise<Stored> {
  const ref = { threadId, ownerId: OWNER };
  await until(async () => {
    await Promise.all(holding.map((racer) => racer.release()));
    return (await ground.store.read(ref, {})).run?.status !== "running";
  });
  return ground.see(ref);
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  const patience = Date.now() + PATIENCE_MS;
  while (!(await condition())) {
    if (Date.now() > patience) throw new Error("A race does not come to an end.");
    await pause(3);
  }
}
