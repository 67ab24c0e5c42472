import { ask, newConversation, OURS } from "../load/turns";
import type { Row } from "../row";
import type { SizesAnswer, StatsAnswer } from "../server/task";
import { deferredTurn } from "./deferred-turns";
import { askDatabase, COMPACTED_MS, type Setting, sleep, userOf } from "./setting";

const TURNS = 40;
const SHORT_QUESTION = "Hello";

/** Statements per turn, the shortening of its log included. One turn after the other, each in a new thread. */
export async function measureStatements(setting: Setting): Promise<Row[]> {
  const plain = () => ask(userOf(setting, 0), OURS, newConversation(), SHORT_QUESTION);
  return [
    ...(await countStatements(setting, "plain turn", plain)),
    ...(await countStatements(setting, "deferred-tool turn", () => deferredTurn(setting, OURS, 0))),
  ];
}

async function countStatements(setting: Setting, what: string, turn: () => Promise<unknown>): Promise<Row[]> {
  // The log of earlier turns is shortened first.
  await sleep(COMPACTED_MS);
  const before = await askDatabase<StatsAnswer>(setting, { task: "stats" });
  for (let n = 0; n < TURNS; n++) await turn();
  await sleep(COMPACTED_MS);
  const after = await askDatabase<StatsAnswer>(setting, { task: "stats" });
  return [
    { what: `statements per ${what}`, unit: "", ours: (after.statements - before.statements) / TURNS },
    {
      what: `explicit transactions per ${what}`,
      unit: "",
      ours: (after.transactions - before.transactions) / TURNS,
    },
  ];
}

/** Turns of one thread, and threads, of the storage measurement: what a thread itself takes is shared by its turns. */
const STORED = { threads: 20, turns: 10 };

/** Bytes per deferred-tool turn once its run has ended and its log is short. */
export async function measureStorage(setting: Setting): Promise<Row[]> {
  const before = await askDatabase<SizesAnswer>(setting, { task: "sizes" });
  await Promise.all(
    Array.from({ length: STORED.threads }, async (_, user) => {
      const conversation = newConversation();
      for (let turn = 0; turn < STORED.turns; turn++) await deferredTurn(setting, OURS, user, conversation);
    }),
  );
  await sleep(COMPACTED_MS);
  const after = await askDatabase<SizesAnswer>(setting, { task: "sizes" });
  const turns = STORED.threads * STORED.turns;
  const rows = (sizes: SizesAnswer) => Object.values(sizes.rows).reduce((sum, bytes) => sum + bytes, 0);
  return [
    {
      what: "stored per deferred-tool turn, rows",
      unit: "bytes",
      ours: (rows(after) - rows(before)) / turns,
      aim: { atMost: 2500 },
    },
    {
      what: "stored per deferred-tool turn, with indexes and pages",
      unit: "bytes",
      ours: (after.relations - before.relations) / turns,
    },
  ];
}
