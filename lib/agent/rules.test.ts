import fc from "fast-check";
import { afterAll, describe, it } from "vitest";
import { type Ground, memoryGround } from "./testing/ground";
import { commandLists } from "./testing/rules/commands";
import { Sequence } from "./testing/rules/sequence";

/** Another one each time; `RULES_SEED` repeats a failure, with the path that it was printed with. */
const seed = Number(process.env.RULES_SEED ?? Date.now() % 2 ** 31);
const path = process.env.RULES_PATH;
afterAll(() => console.log(`Seed of the command sequences: ${seed}`));

const heard = new Map<string, number>();

const check = (ground: () => Ground, numRuns: number) =>
  fc.assert(
    fc.asyncProperty(commandLists, (commands) => new Sequence(ground(), heard).run(commands)),
    { seed, numRuns, ...(path && { path }) },
  );

describe("the agent follows the rules of the contract, whatever happens in whatever order", () => {
  it("on the store in memory", { timeout: 600_000 }, () =>
    check(memoryGround, Number(process.env.RULES_RUNS ?? 2_000)),
  );
});
