import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { get } from "node:http";
import { bin, build, childEnv, freePort, root } from "../scripts/tools.mjs";
import { type Cores, pinned } from "./pin";

const DIST_DIR = ".next-bench";
const READY_WITHIN_MS = 60_000;

export interface ProductionServer {
  baseUrl: string;
  stop(): Promise<void>;
}

/** The production build with the bench's own routes in it, made anew when its sources have changed. */
export async function buildForBench(): Promise<void> {
  const code = await build(DIST_DIR, { env: { NEURON_BENCH: "1" }, alsoFrom: ["bench/server"] });
  if (code !== 0) throw new Error("The bench build failed: see above.");
}

/** `next start` on that build. `nodeArgs` go to Node itself, to profile the server for example. */
export async function startServer(
  env: Record<string, string>,
  cores: Cores | null,
  nodeArgs: string[] = [],
): Promise<ProductionServer> {
  const port = await freePort();
  const args = [...nodeArgs, bin.next, "start", "-p", String(port)];
  const [command, commandArgs] = pinned(cores, process.execPath, args);
  const child = spawn(command, commandArgs, {
    cwd: root,
    env: { ...childEnv({ ...env, NEXT_DIST_DIR: DIST_DIR, NEURON_BENCH: "1" }), NODE_ENV: "production" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const baseUrl = `http://localhost:${port}`;
  try {
    await untilReady(`${baseUrl}/api/health`, child);
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
  return {
    baseUrl,
    async stop() {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error("The server ended before it was ready.");
    if (await answers(url)) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error("The server is not ready after a minute.");
}

function answers(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    get(url, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    }).on("error", () => resolve(false));
  });
}
