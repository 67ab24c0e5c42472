// Every check there is, in order, from a fresh clone: installs what is missing and goes on after a failure.
//   npm test                          everything
//   node scripts/test.mjs browser …   the browser tests alone (builds first if needed); the rest goes to Playwright
// The last line is "N passed, N failed": every test, and one for each check that is not a list of tests.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureChromium } from "./chromium.mjs";
import { bin, build, freePort, installDependencies, node, requireNode, root } from "./tools.mjs";

requireNode();

const [only, ...playwrightArgs] = process.argv.slice(2);
if (only !== undefined && only !== "browser") {
  console.error(`Unknown stage "${only}": use no argument, or "browser".`);
  process.exit(1);
}
const distDir = ".next-test";
const reports = mkdtempSync(join(tmpdir(), "neuron-next-test-"));
process.on("exit", () => rmSync(reports, { recursive: true, force: true, maxRetries: 3 }));

const total = { passed: 0, failed: 0 };
const lines = [];
const colors = process.stdout.isTTY ? [] : ["--colors=off"];

function count(name, passed, failed, note = "") {
  total.passed += passed;
  total.failed += failed;
  lines.push(`${failed === 0 ? "ok    " : "FAILED"}  ${name}: ${passed} passed, ${failed} failed${note}`);
}

async function stage(name, body) {
  console.log(`\n━━ ${name} ${"━".repeat(Math.max(0, 70 - name.length))}`);
  const started = Date.now();
  await body();
  console.log(`── ${name}: ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

/** A stage that either holds or does not. */
const check = (name, ...commands) =>
  stage(name, async () => {
    let code = 0;
    for (const command of commands) if (code === 0) code = await command();
    count(name, code === 0 ? 1 : 0, code === 0 ? 0 : 1);
    return code;
  });

function report(file) {
  try {
    return JSON.parse(readFileSync(join(reports, file), "utf8"));
  } catch {
    return undefined;
  }
}

/** A runner that failed without a failing test (a file that cannot load, an unhandled error) still failed. */
function countTests(name, code, passed, failed, skipped) {
  count(name, passed, code !== 0 && failed === 0 ? 1 : failed, skipped ? `, ${skipped} skipped` : "");
}

async function unitTests() {
  const output = join(reports, "unit.json");
  const code = await node(bin.vitest, ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${output}`]);
  const result = report("unit.json");
  const unloaded = result?.testResults?.filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0,
  );
  const failed = (result?.numFailedTests ?? 0) + (unloaded?.length ?? 0);
  countTests("Unit and contract tests", code, result?.numPassedTests ?? 0, failed, result?.numPendingTests ?? 0);
}

function hasBrowserTests(folder = join(root, "e2e")) {
  try {
    return readdirSync(folder, { recursive: true }).some((file) => /\.(spec|test)\.ts$/.test(String(file)));
  } catch {
    return false;
  }
}

async function browserTests() {
  if (!hasBrowserTests()) {
    console.log("There are no browser tests yet.");
    return;
  }
  let chromium;
  try {
    chromium = await ensureChromium();
  } catch (error) {
    console.error(error.message);
    count("Browser tests", 0, 1);
    return;
  }
  console.log(`Chromium: ${chromium}`);
  const code = await node(bin.playwright, ["test", ...playwrightArgs], {
    env: {
      PLAYWRIGHT_CHROMIUM_PATH: chromium,
      PLAYWRIGHT_JSON: join(reports, "browser.json"),
      E2E_PORT: process.env.E2E_PORT ?? String(await freePort()),
      E2E_DATA_DIR: join(reports, "data"),
      NEXT_DIST_DIR: distDir,
    },
  });
  const stats = report("browser.json")?.stats;
  countTests(
    "Browser tests",
    code,
    (stats?.expected ?? 0) + (stats?.flaky ?? 0),
    stats?.unexpected ?? 0,
    stats?.skipped ?? 0,
  );
}

let installed = 1;
await stage("Packages", async () => {
  installed = await installDependencies();
  if (installed !== 0) count("Packages", 0, 1);
  else console.log("Packages are installed.");
});

if (installed === 0) {
  if (only === undefined) {
    await check(
      "Type-check",
      () => node(bin.next, ["typegen"]),
      () => node(bin.tsc, ["--noEmit"]),
    );
    await check("Lint", () => node(bin.biome, ["ci", ...colors, "."]));
    await stage("Unit and contract tests", unitTests);
  }
  const failedBefore = total.failed;
  await check("Build", () => build(distDir, { always: only === undefined, standalone: true }));
  if (total.failed === failedBefore) await stage("Browser tests", browserTests);
  else lines.push("not run  Browser tests: there is no build to test");
}

console.log(`\n━━ Summary ${"━".repeat(63)}`);
for (const line of lines) console.log(line);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
