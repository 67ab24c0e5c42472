import { createAgentStore } from "../agent-store";
import { connect } from "../database";
import { aRun, aWrite, deltas, numbered, start } from "./fixtures";

/*
 * Opens the embedded database in the folder given as first argument, starts a run on the thread given as second, and
 * writes to its log until it is killed. Prints the number of every event that is stored, or why it could not open.
 */
process.stdout.on("error", () => process.exit());
const [dataDir = "", threadId = ""] = process.argv.slice(2);
try {
  const database = await connect({ driver: "pglite", dataDir });
  const store = createAgentStore(async () => database);
  const ref = { threadId, ownerId: "owner" };
  const run = aRun(ref);
  await start(store, ref, run);
  for (let number = 1; ; number++) {
    await store.write(run, aWrite(run, { events: numbered(run, number, deltas(`${number}`)) }));
    console.log(number);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
} catch (error) {
  console.log(error instanceof Error ? error.message : error);
}
