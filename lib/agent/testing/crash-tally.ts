import type { ThreadRef } from "../../workflow/types";
import { type Comeback, CrashingTurn, type Death, isStored, type Life } from "./crash-sweep";
import type { Ground } from "./ground";
import { storedProblems } from "./stored-problems";

/** The figures of a sweep. All but the points, the deaths and the unknown outcomes have to be 0. */
export interface Tally {
  "points tried": number;
  deaths: number;
  "accepted answers lost": number;
  "server tools run twice": number;
  "committed steps asked again": number;
  "threads left stuck": number;
  "unknown outcomes": number;
  /** Everything else that should not have been, in words. */
  faults: string[];
}

export function emptyTally(): Tally {
  return {
    "points tried": 0,
    deaths: 0,
    "accepted answers lost": 0,
    "server tools run twice": 0,
    "committed steps asked again": 0,
    "threads left stuck": 0,
    "unknown outcomes": 0,
    faults: [],
  };
}

/** What a sweep shows when nothing is lost and nothing happens twice. */
export const NO_LOSS = {
  "accepted answers lost": 0,
  "server tools run twice": 0,
  "committed steps asked again": 0,
  "threads left stuck": 0,
  faults: [],
};

/** Lives through the full turn with these deaths and adds up what came of it. Returns how many of them happened. */
export async function tryDeaths(
  tally: Tally,
  ground: Ground,
  ref: ThreadRef,
  deaths: Death[],
  comeback: Comeback,
): Promise<number> {
  const life = await new CrashingTurn(ground, ref, deaths, comeback).live();
  if (life.deaths === deaths.length) await judge(tally, ground, ref, life, `${whenOf(deaths)} (${comeback})`);
  return life.deaths;
}

export function whenOf(deaths: Death[]): string {
  return deaths.map(({ commit, moment }) => `${moment} ${commit}`).join(", then ");
}

/** Adds up what came of one turn. */
export async function judge(tally: Tally, ground: Ground, ref: ThreadRef, life: Life, where: string): Promise<void> {
  const stored = await ground.see(ref);
  tally["points tried"] += 1;
  tally.deaths += life.deaths;
  tally["accepted answers lost"] += life.accepted.filter((answer) => !isStored(stored, answer)).length;
  tally["server tools run twice"] += life.ran.length - new Set(life.ran).size;
  tally["committed steps asked again"] += life.repeatedModelCalls;
  tally["threads left stuck"] += life.completed ? 0 : 1;
  const questions = stored.messages.filter((message) => message.role === "user").length;
  const unknown = stored.messages.filter((message) => JSON.stringify(message.blocks).includes("may or may not"));
  tally["unknown outcomes"] += unknown.length;
  tally.faults.push(
    ...[
      ...life.badPrompts,
      ...life.surprises,
      ...storedProblems(stored),
      ...(questions === 1 ? [] : [`${questions} questions`]),
    ].map((fault) => `${where}: ${fault}`),
  );
}

/** The table of several sweeps. */
export function tallyTable(rows: Record<string, Tally>): string {
  const columns = Object.keys(emptyTally()).filter((name): name is Exclude<keyof Tally, "faults"> => name !== "faults");
  const header = ["crash sweep", ...columns];
  const lines = Object.entries(rows).map(([name, tally]) => [name, ...columns.map((column) => String(tally[column]))]);
  const widths = header.map((title, index) => Math.max(title.length, ...lines.map((line) => line[index]?.length ?? 0)));
  return [header, ...lines]
    .map((line) =>
      line
        .map((cell, index) => (index === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[index] ?? 0)))
        .join("  "),
    )
    .join("\n");
}
