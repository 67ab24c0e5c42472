// The README's pictures, taken from the running application: npm run picture
// Builds if needed, serves on a free port with a data folder of its own, and plays a short scene with the demo model.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { ensureChromium } from "./chromium.mjs";
import { bin, build, childEnv, freePort, root } from "./tools.mjs";

const DIST_DIR = ".next-test";
const folder = join(root, "docs", "images");
const SIZE = { width: 1360, height: 820 };

/** Earlier threads, so that the sidebar has something to show, then the one in the picture. */
const EARLIER = ["What time is it?", "Pick a delivery date for A-1003"];
const SCENE = ["Look up order A-1004", "Refund 250 for A-1001"];

async function serve(dataDir) {
  const port = await freePort();
  const server = spawn(process.execPath, [bin.next, "start", "-p", String(port)], {
    cwd: root,
    stdio: "ignore",
    env: childEnv({
      NEXT_DIST_DIR: DIST_DIR,
      DATA_DIR: dataDir,
      AGENT_MODEL: "",
      DATABASE_URL: "",
      DATABASE_DRIVER: "",
    }),
  });
  const url = `http://localhost:${port}`;
  for (let wait = 0; wait < 600; wait++) {
    const healthy = await fetch(`${url}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (healthy) return { url, server };
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  server.kill();
  throw new Error("The server did not start.");
}

async function ask(page, text) {
  await page.getByRole("textbox", { name: "Message", exact: true }).fill(text);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.locator('[role=status][data-status="ready"]').waitFor();
  await page.getByRole("article").last().getByText(/\w/).first().waitFor();
}

async function open(page, url) {
  await page.goto(`${url}/chat`);
  await page.locator('main[data-ready="true"]').waitFor();
}

async function take(browser, url, theme) {
  const context = await browser.newContext({
    viewport: SIZE,
    deviceScaleFactor: 1.5,
    colorScheme: theme,
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  for (const text of EARLIER) {
    await open(page, url);
    await ask(page, text);
  }
  await open(page, url);
  for (const text of SCENE) await ask(page, text);
  await page.getByRole("button", { name: "Approve", exact: true }).waitFor();
  await page.locator("[aria-busy=true]").waitFor({ state: "detached" });
  await page.evaluate(() => document.activeElement?.blur());
  // What the agent has touched shows it for a moment.
  await page.waitForTimeout(2_500);
  await page.screenshot({ path: join(folder, `neuron-next-${theme}.png`) });
  await context.close();
}

const executablePath = await ensureChromium();
if ((await build(DIST_DIR, { standalone: true })) !== 0) process.exit(1);
mkdirSync(folder, { recursive: true });
const dataDir = mkdtempSync(join(tmpdir(), "neuron-next-picture-"));
const { url, server } = await serve(dataDir);
const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
try {
  for (const theme of ["light", "dark"]) await take(browser, url, theme);
  console.log("docs/images is up to date.");
} finally {
  await browser.close();
  const ended = new Promise((resolve) => server.once("exit", resolve));
  server.kill();
  await ended;
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
}
