// Lighthouse's scores of the production build: npm run lighthouse
// Builds if needed, serves on a free port with a data folder of its own, and lets npx fetch Lighthouse, which is no
// dependency of this project. On a quiet machine: the performance score is a measurement.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureChromium } from "./chromium.mjs";
import { bin, build, childEnv, freePort, root } from "./tools.mjs";

const DIST_DIR = ".next-test";
const PAGES = ["/", "/chat/measured", "/agui/measured", "/copilotkit/measured"];
const PRESETS = { mobile: [], desktop: ["--preset=desktop"] };
const CATEGORIES = ["performance", "accessibility", "best-practices"];
const AIM = 95;

const folder = mkdtempSync(join(tmpdir(), "neuron-next-lighthouse-"));
const CHROME_PATH = await ensureChromium();
if ((await build(DIST_DIR, { standalone: true })) !== 0) process.exit(1);
const port = await freePort();
const url = `http://localhost:${port}`;
const server = spawn(process.execPath, [bin.next, "start", "-p", String(port)], {
  cwd: root,
  stdio: "ignore",
  env: childEnv({ NEXT_DIST_DIR: DIST_DIR, DATA_DIR: join(folder, "data"), AGENT_MODEL: "", DATABASE_URL: "" }),
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(130));
process.on("exit", () => {
  server.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});
while (
  !(await fetch(`${url}/api/health`).then(
    ({ ok }) => ok,
    () => false,
  ))
) {
  await new Promise((resolve) => setTimeout(resolve, 200));
}

/** Scores from 0 to 100, and what costs points. */
function measure(page, preset) {
  const report = join(folder, "report.json");
  const flags = `--headless=new${process.getuid?.() === 0 ? " --no-sandbox" : ""}`;
  const args = ["--yes", "lighthouse@13", url + page, "--quiet", "--output=json", `--output-path=${report}`];
  args.push(`--chrome-flags=${flags}`, `--only-categories=${CATEGORIES}`, ...PRESETS[preset]);
  execFileSync("npx", args, { cwd: folder, env: childEnv({ CHROME_PATH }), stdio: ["ignore", "ignore", "inherit"] });
  const { categories, audits } = JSON.parse(readFileSync(report, "utf8"));
  const faults = CATEGORIES.flatMap((name) =>
    categories[name].auditRefs
      .filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 0.9)
      .map(({ id }) => `${id} (${audits[id].displayValue ?? audits[id].score})`),
  );
  return { scores: CATEGORIES.map((name) => Math.round(categories[name].score * 100)), faults };
}

const rows = [];
for (const page of PAGES) {
  for (const preset of Object.keys(PRESETS)) {
    const { scores, faults } = measure(page, preset);
    rows.push(`| \`${page.replace("measured", "{threadId}")}\`, ${preset} | ${scores.join(" | ")} |`);
    console.log(`${page} ${preset}: ${scores.join(", ")}${faults.length > 0 ? `; ${faults.join(", ")}` : ""}`);
    if (scores.some((score) => score < AIM)) process.exitCode = 1;
  }
}
console.log(`\n| Page | ${CATEGORIES.join(" | ")} |\n|---|${"---:|".repeat(CATEGORIES.length)}\n${rows.join("\n")}`);
