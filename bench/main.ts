// npm run bench [-- --quick] [-- --only answers,deferred] [-- --profile folder]
// The production build beside the bare route, in one server, on this machine; see docs/benchmarks.md.
import { Agent } from "node:http";
import { cpus, loadavg, totalmem } from "node:os";
import { parseArgs } from "node:util";
import { createBenchDatabase } from "./database";
import { measureAnswers } from "./measure/answers";
import { measureContinuations } from "./measure/continuations";
import { measureStatements, measureStorage } from "./measure/database-work";
import { measureDeferredTurns } from "./measure/deferred-turns";
import { measureFirstLoad } from "./measure/first-load";
import { openUsers, type Setting } from "./measure/setting";
import { warmUp } from "./measure/warm-up";
import { chooseCores, pinThisProcess } from "./pin";
import { buildForBench, startServer } from "./production-server";
import type { Row } from "./row";
import { toTable } from "./table";

const MEASUREMENTS = {
  statements: measureStatements,
  storage: measureStorage,
  continuations: measureContinuations,
  answers: measureAnswers,
  deferred: measureDeferredTurns,
  scripts: measureFirstLoad,
} satisfies Record<string, (setting: Setting) => Promise<Row[]>>;

const USERS = 50;
/** Above this, what else runs on the machine is measured as well. */
const QUIET_LOAD = 2;

const { values: options } = parseArgs({
  options: { quick: { type: "boolean" }, only: { type: "string" }, profile: { type: "string" } },
});

async function main(): Promise<void> {
  const started = Date.now();
  const wanted = options.only?.split(",") ?? Object.keys(MEASUREMENTS);
  await buildForBench();
  const cores = chooseCores();
  if (cores) pinThisProcess(cores);
  const load = loadavg()[0] ?? 0;
  const database = await createBenchDatabase();
  console.log(`${describeMachine(database.name, cores !== null)}\n`);
  if (load > QUIET_LOAD) console.log(`The machine is busy (load ${load.toFixed(1)}): compare ratios at most.\n`);
  const env = { ...database.env, AUTH_SECRET: "only for the bench", AGENT_MODEL: "demo", DEMO_DELAY_MS: "0" };
  const nodeArgs = options.profile ? ["--cpu-prof", `--cpu-prof-dir=${options.profile}`] : [];
  try {
    const server = await startServer(env, cores, nodeArgs);
    const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
    try {
      const users = await openUsers(server.baseUrl, agent, USERS);
      const setting: Setting = { baseUrl: server.baseUrl, agent, users, scale: options.quick ? 0.25 : 1 };
      await warmUp(setting);
      const rows: Row[] = [];
      for (const [name, measure] of Object.entries(MEASUREMENTS)) {
        if (!wanted.includes(name)) continue;
        process.stderr.write(`measuring ${name} …\n`);
        rows.push(...(await measure(setting)));
      }
      console.log(toTable(rows));
    } finally {
      agent.destroy();
      await server.stop();
    }
  } finally {
    await database.drop();
  }
  console.log(`\n${((Date.now() - started) / 1000).toFixed(0)} s`);
}

function describeMachine(database: string, pinned: boolean): string {
  const date = new Date().toISOString().slice(0, 10);
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${(totalmem() / 2 ** 30).toFixed(0)} GB`;
  const placed = pinned ? "server and load on a core each" : "server and load share all cores";
  return `${date} · Node ${process.versions.node} · ${database} · ${machine} · ${placed} · demo model without delay`;
}

await main();
