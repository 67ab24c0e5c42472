import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { connect, type DatabaseConfig } from "../store/database";
import { createDatabase, findServer } from "../store/testing/databases";
import { durableGround } from "../store/testing/ground";
import { type Script, startScript } from "../store/testing/processes";
import { CrashingTurn, type Death, type Testimony } from "./testing/crash-sweep";
import { emptyTally, judge, NO_LOSS, type Tally, tallyTable, whenOf } from "./testing/crash-tally";

const tables: Record<string, Tally> = {};
afterAll(() => console.log(tallyTable(tables)));

interface LastWord {
  threadId: string;
  testimony: Testimony;
}

async function lastWords(script: Script): Promise<LastWord[]> {
  const words: LastWord[] = [];
  for (let line = await script.line().catch(() => null); line !== null; line = await script.line().catch(() => null))
    words.push(JSON.parse(line) as LastWord);
  return words;
}

/** Lets a process of its own die in the middle of several turns, then goes on with all of them in this one. */
async function dieAndGoOn(tally: Tally, config: DatabaseConfig, death: Death, turns: number): Promise<void> {
  const threads = Array.from({ length: turns }, () => randomUUID());
  const args = [config, threads, death].map((value) => JSON.stringify(value));
  const script = startScript("dying-turns", args);
  const words = await lastWords(script);
  await script.kill();
  expect(script.process.signalCode, "the process was to be killed").toBe("SIGKILL");
  const database = await connect(config);
  try {
    const ground = durableGround("own", database);
    await Promise.all(
      threads.map(async (threadId, index) => {
        const ref = { threadId, ownerId: "owner" };
        const turn = new CrashingTurn(ground, ref, [], "recover");
        const own = words.filter((word) => word.threadId === threadId).map(({ testimony }) => testimony);
        await judge(tally, ground, ref, await turn.goOn(own), `${whenOf([death])}, turn ${index}`);
      }),
    );
  } finally {
    await database.close();
  }
}

describe("turns whose process is killed", () => {
  it("are finished by another one on the embedded database", { timeout: 300_000 }, async () => {
    const tally = emptyTally();
    tables["pglite, SIGKILL"] = tally;
    const folder = mkdtempSync(join(tmpdir(), "neuron-next-crash-"));
    try {
      await dieAndGoOn(tally, { driver: "pglite", dataDir: folder }, { commit: 9, moment: "during" }, 8);
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    }
    expect(tally).toMatchObject({ "points tried": 8, ...NO_LOSS });
  });
});

async function onServer(server: string): Promise<void> {
  it("are finished by another one", { timeout: 300_000 }, async () => {
    const tally = emptyTally();
    tables["pg, SIGKILL"] = tally;
    const { url, drop } = await createDatabase(server);
    try {
      for (const death of [
        { commit: 4, moment: "during" },
        { commit: 6, moment: "after" },
        { commit: 9, moment: "before" },
        { commit: 12, moment: "during" },
      ] satisfies Death[])
        await dieAndGoOn(tally, { driver: "pg", url, poolSize: 5 }, death, 10);
    } finally {
      await drop();
    }
    expect(tally).toMatchObject({ "points tried": 40, ...NO_LOSS });
  });
}

const server = await findServer();
if (server) describe("turns whose process is killed, on PostgreSQL", () => onServer(server));
