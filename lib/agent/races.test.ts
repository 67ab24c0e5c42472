import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connect, type Database } from "../store/database";
import { createDatabase, findServer } from "../store/testing/databases";
import { durableGround } from "../store/testing/ground";
import { startRacer } from "../store/testing/racer-process";
import type { Ground } from "./testing/ground";
import { RACE_KINDS } from "./testing/races/kinds";
import { createRacer, type Racer } from "./testing/races/racer";
import { runRaces } from "./testing/races/run-races";

/** In all more than a thousand. */
const ROUNDS = 140;

const server = await findServer();
const lines: string[] = [];
let ground: Ground;
let racers: [Racer, Racer];
let drop: () => Promise<void>;

/** Two processes on PostgreSQL; two servers in this process where only the embedded database is there. */
beforeAll(async () => {
  const created = server ? await createDatabase(server) : null;
  const database: Database = await connect(
    created ? { driver: "pg", url: created.url, poolSize: 5 } : { driver: "pglite", dataDir: "memory://" },
  );
  ground = durableGround(created ? "pg" : "pglite", database);
  racers = created
    ? [await startRacer(created.url), await startRacer(created.url)]
    : [createRacer(ground.store), createRacer(ground.store)];
  drop = async () => {
    await Promise.all(racers.map((racer) => racer.close()));
    await database.close();
    await created?.drop();
  };
}, 120_000);

afterAll(async () => {
  console.log([`Races on ${ground.name}, replies of the first / the second server:`, ...lines].join("\n"));
  await drop();
});

describe("of two requests at the same time to two servers", () => {
  for (const kind of RACE_KINDS) {
    it(`exactly one has its way: ${kind.name}`, { timeout: 120_000 }, async () => {
      const { rounds, replies, faults } = await runRaces(ground, racers, kind, ROUNDS);
      const words = Object.entries(replies).map(([pair, times]) => `${times} × ${pair}`);
      lines.push(`  ${kind.name}, ${rounds} rounds: ${words.join(", ")}`);
      expect(faults).toEqual([]);
      expect(rounds).toBe(ROUNDS);
    });
  }
});
