// The first ten minutes, literally and with a clock: clones this repository into an empty folder, runs the one command,
// plays e2e/first-ten-minutes.spec.ts on what it serves, adds the frontend tool that docs/add-a-frontend-tool.md describes,
// and asks for it in a browser. What is not committed is not in the clone.
//   npm run first-ten-minutes
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { ensureChromium } from "./chromium.mjs";
import { applyBlock, blocksOf } from "./testing/doc-blocks";
import { bin, childEnv, freePort, root } from "./tools.mjs";

const PAGE = "docs/add-a-frontend-tool.md";
const folder = mkdtempSync(join(tmpdir(), "first-ten-minutes-"));
const clone = join(folder, "neuron-next");
const port = await freePort();
const url = `http://localhost:${port}`;
const browser = await ensureChromium();
const times: [stage: string, seconds: number][] = [];

async function timed<Result>(stage: string, work: () => Result | Promise<Result>): Promise<Result> {
  console.log(`\n━━ ${stage}`);
  const started = performance.now();
  const result = await work();
  times.push([stage, (performance.now() - started) / 1000]);
  return result;
}

/** What the command prints when a stage begins, in order; the last one says that the page is there. */
const STAGES = [
  ["install", /^Installing packages/m],
  ["build", /^Building/m],
  ["start", /^Starting Neuron Next/m],
  ["ready", /is ready: open/],
] as const;

/** `npm run quickstart` until the page is there; each stage that it goes through is timed. */
async function quickstart(name: string): Promise<ChildProcess> {
  const env = childEnv({ PORT: String(port), FAULT_LAB: "1", AGENT_MODEL: "", DATABASE_URL: "", DATABASE_DRIVER: "" });
  const child = spawn("npm", ["run", "quickstart"], {
    cwd: clone,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  let seen = -1;
  let since = performance.now();
  await new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`The command ended with ${code}:\n${output}`)));
    child.stdout.on("data", (chunk: Buffer) => {
      process.stdout.write(chunk);
      output += chunk.toString();
      for (let next = STAGES.length - 1; next > seen; next--) {
        const [stage, sign] = STAGES[next] as (typeof STAGES)[number];
        if (!sign.test(output)) continue;
        const before = STAGES[seen];
        if (before) times.push([`${name}: ${before[0]}`, (performance.now() - since) / 1000]);
        since = performance.now();
        seen = next;
        if (stage === "ready") resolve();
        break;
      }
    });
  });
  return child;
}

/** The command and the server behind it. */
async function stop(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once("exit", resolve));
  process.kill(-(child.pid as number), "SIGTERM");
  await gone;
}

/** A first question, from nothing to the end of its answer, without a browser. */
async function firstAnswer(): Promise<void> {
  const cookie = (await fetch(`${url}/api/session`)).headers.get("set-cookie")?.split(";")[0] ?? "";
  const headers = { cookie, "content-type": "application/json" };
  const body = JSON.stringify({ text: "What time is it?" });
  const response = await fetch(`${url}/api/threads/first/messages`, { method: "POST", headers, body });
  const { run } = (await response.json()) as { run: { status: string } };
  if (run.status !== "completed") throw new Error(`The first answer ended as ${run.status}.`);
}

function playSpec(): Promise<void> {
  return new Promise((resolve, reject) => {
    const env = childEnv({ E2E_PORT: String(port), E2E_REUSE_SERVER: "1", PLAYWRIGHT_CHROMIUM_PATH: browser });
    const args = [bin.playwright, "test", "first-ten-minutes.spec.ts"];
    const child = spawn(process.execPath, args, { cwd: clone, env, stdio: ["ignore", "inherit", "inherit"] });
    child.once("exit", (code) => (code === 0 ? resolve() : reject(new Error("The browser test failed."))));
  });
}

/** Asks for the new tool as the page that describes it says. */
async function askForTool(): Promise<void> {
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const instance = await chromium.launch({ executablePath: browser, args });
  try {
    const page = await instance.newPage();
    await page.goto(`${url}/chat`);
    await page.locator('main[data-ready="true"]').waitFor();
    await page.getByRole("textbox", { name: "Message", exact: true }).fill('Call scroll_to with {"selector": "#note"}');
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.locator('[data-tool-name="scroll_to"][data-state="output-available"]').waitFor();
    await page.locator('[role=status][data-status="ready"]').waitFor();
  } finally {
    await instance.close();
  }
}

let server: ChildProcess | null = null;
process.on("exit", () => {
  if (server?.exitCode === null) process.kill(-(server.pid as number), "SIGKILL");
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});

await timed("clone", () => execFileSync("git", ["clone", "--quiet", root, clone]));
server = await quickstart("one command");
await timed("first answer", firstAnswer);
await timed("home, chips, approval, clients, inbox, inspector, fault lab", playSpec);
await stop(server);
await timed(`${PAGE}, step by step`, () => {
  for (const block of blocksOf(clone, PAGE)) if (block.file) applyBlock(clone, block);
});
server = await quickstart("again");
await timed("the new tool, asked for in the browser", askForTool);
await stop(server);

console.log("\n| Stage | Seconds |\n|---|---:|");
for (const [stage, seconds] of times) console.log(`| ${stage} | ${seconds.toFixed(1)} |`);
console.log(`| all | ${times.reduce((sum, [, seconds]) => sum + seconds, 0).toFixed(1)} |`);
