import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { testTargets } from "../store/testing/databases";
import { durableGround } from "../store/testing/ground";
import type { Comeback, Death } from "./testing/crash-sweep";
import { emptyTally, NO_LOSS, type Tally, tallyTable, tryDeaths } from "./testing/crash-tally";
import { type Ground, memoryGround } from "./testing/ground";

const tables: Record<string, Tally> = {};
afterAll(() => console.log(tallyTable(tables)));

const MOMENTS = ["before", "after"] as const;
const COMEBACKS: Comeback[] = ["repeat", "recover"];
const newRef = () => ({ threadId: randomUUID(), ownerId: "owner" });

/** A row of the table. */
function row(name: string): Tally {
  const tally = emptyTally();
  tables[name] = tally;
  return tally;
}

/** Every death that one process can die in the full turn after the given ones: until it lives to see the end. */
async function sweep(tally: Tally, ground: () => Ground, earlier: Death[], comeback: Comeback): Promise<Death[]> {
  const tried: Death[] = [];
  for (let commit = 1, alive = false; !alive; commit += 1) {
    alive = true;
    for (const moment of MOMENTS) {
      const deaths = [...earlier, { commit, moment }];
      if ((await tryDeaths(tally, ground(), newRef(), deaths, comeback)) < deaths.length) continue;
      alive = false;
      tried.push({ commit, moment });
    }
  }
  return tried;
}

describe("a turn whose server dies", () => {
  it("is finished, whichever commits two processes after another die at", { timeout: 120_000 }, async () => {
    const once = row("memory, one death");
    const twice = row("memory, two deaths");
    for (const comeback of COMEBACKS) {
      const deaths = await sweep(once, memoryGround, [], comeback);
      expect(deaths.length).toBeGreaterThan(20);
      for (const death of deaths) await sweep(twice, memoryGround, [death], comeback);
    }
    expect(once).toMatchObject(NO_LOSS);
    expect(twice).toMatchObject(NO_LOSS);
  });
});

for (const target of await testTargets()) {
  describe(`a turn whose server dies, on ${target.name}`, () => {
    it("is finished, whichever commit it dies at", { timeout: 120_000 }, async () => {
      const tally = row(`${target.name}, one death`);
      const { database, drop } = await target.create();
      try {
        const ground = durableGround(target.name, database);
        // The embedded database takes a second for each of its turns.
        const comebacks = target.name === "pglite" ? COMEBACKS.slice(1) : COMEBACKS;
        for (const comeback of comebacks) await sweep(tally, () => ground, [], comeback);
      } finally {
        await drop();
      }
      expect(tally["points tried"]).toBeGreaterThan(20);
      expect(tally).toMatchObject(NO_LOSS);
    });
  });
}
