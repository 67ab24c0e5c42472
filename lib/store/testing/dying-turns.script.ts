import { writeSync } from "node:fs";
import { CrashingTurn, type Death } from "../../agent/testing/crash-sweep";
import { connect, type DatabaseConfig } from "../database";
import { durableGround } from "./ground";

/*
 * Lives through a full turn in each of the threads of the second argument, all at once, on the database of the first.
 * The first thread's turn dies the death of the third argument, by SIGKILL, and takes the others with it wherever they
 * are. Tells what the clients send, what is accepted and which tools run, a line of JSON each.
 */
const [config = "", threads = "", death = ""] = process.argv.slice(2);
const database = await connect(JSON.parse(config) as DatabaseConfig);
const ground = durableGround("own", database);
const tell = (line: object) => writeSync(1, `${JSON.stringify(line)}\n`);

await Promise.all(
  (JSON.parse(threads) as string[]).map(async (threadId, index) => {
    const deaths = index === 0 ? [JSON.parse(death) as Death] : [];
    const turn = new CrashingTurn(ground, { threadId, ownerId: "owner" }, deaths, "repeat", {
      // Written before anything else can happen, and not from a buffer that dies as well.
      tell: (testimony) => tell({ threadId, testimony }),
      onDeath: () => process.kill(process.pid, "SIGKILL"),
    });
    await turn.live();
  }),
);
process.exit();
