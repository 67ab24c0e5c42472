import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { testTargets } from "../store/testing/databases";
import { durableGround } from "../store/testing/ground";
import { type Ground, memoryGround } from "./testing/ground";
import { type Command, commandLists, type Said } from "./testing/rules/commands";
import { Sequence } from "./testing/rules/sequence";

/** Other sequences each time. `RULES_SEED` and `RULES_PATH`, as a failure prints them, repeat it. */
const seed = Number(process.env.RULES_SEED ?? Date.now() % 2 ** 31);
const path = process.env.RULES_PATH;
const memoryRuns = Number(process.env.RULES_RUNS ?? 2_000);
afterAll(() => console.log(`Command sequences: RULES_SEED=${seed}`));

/** An answer comes again while the run goes on with it, which chance does not bring about in every two thousand sequences. */
const one: Said = { type: "result", value: "one" };
const ANSWERED_TWICE: Command[] = [
  {
    type: "ask",
    process: 0,
    steps: [
      { holds: false, calls: ["title"] },
      { holds: true, calls: [] },
    ],
  },
  { type: "settle", process: 0, said: [one, one, one] },
  { type: "answer", process: 0, answers: [{ target: { among: "others", index: 0 }, said: one, fits: true }] },
  { type: "release" },
];

const targets = await testTargets();
const heard = new Map<string, number>();

function check(ground: () => Ground, numRuns: number): Promise<void> {
  const property = fc.asyncProperty(commandLists, (commands) => new Sequence(ground(), heard).run(commands));
  return fc.assert(property, { seed, numRuns, ...(path ? { path } : { examples: [[ANSWERED_TWICE]] }) });
}

/** Replies that the sequences must have got, so that they are known to reach the corners. */
const REACHED = [
  "ask: started",
  "ask: following",
  "ask: replayed",
  "ask: run-in-flight",
  "ask: stale",
  "ask: died before the reply",
  "regenerate: started",
  "regenerate: stale",
  "answer: kept",
  "answer: continued",
  "answer: following",
  "answer: conflict",
  "answer: wrong-phase",
  "answer: no-match",
  "answer: no-run",
  "answer: died before the reply",
  "envelope: continued",
  "envelope with a question: started",
  "envelope with a question: run-in-flight",
  "stop: true",
  "recover: started",
  "recover: stale",
  "abandon: true",
  "reset: reset",
  "died after the reply",
];

describe("the agent follows the rules of the contract, whatever happens in whatever order", () => {
  it("on the store in memory", { timeout: 600_000 }, async () => {
    await check(memoryGround, memoryRuns);
    if (memoryRuns >= 2_000) expect(REACHED.filter((reply) => !heard.has(reply))).toEqual([]);
  });

  for (const { name, create } of targets) {
    it(`on ${name}`, { timeout: 600_000 }, async () => {
      const { database, drop } = await create();
      try {
        await check(() => durableGround(name, database), name === "pg" ? 250 : 50);
      } finally {
        await drop();
      }
    });
  }
});
