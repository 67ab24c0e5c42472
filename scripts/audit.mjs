// Known holes in what the server runs: `npm audit` without development packages. Fails for high and critical ones; a
// registry that has no audit, or no network, is said and is no failure.
import { spawnSync } from "node:child_process";
import { pathToFileURL } from "node:url";
import { root } from "./tools.mjs";

/**
 * @param {string} output of `npm audit --json`
 * @returns {{ failed: boolean, text: string }}
 */
export function judge(output) {
  let report;
  try {
    report = JSON.parse(output);
  } catch {
    report = {};
  }
  const counts = report.metadata?.vulnerabilities;
  if (!counts) return { failed: false, text: "Audit: the registry could not be asked; nothing is known." };
  const named = Object.values(report.vulnerabilities ?? {})
    .filter(({ severity }) => severity === "high" || severity === "critical")
    .map(({ name, severity, range }) => `  ${severity}: ${name} ${range}`);
  const serious = (counts.high ?? 0) + (counts.critical ?? 0);
  const text = `Audit: ${serious} serious, ${(counts.total ?? 0) - serious} lesser findings in production packages.`;
  return { failed: serious > 0, text: [text, ...named].join("\n") };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { stdout } = spawnSync("npm", ["audit", "--omit=dev", "--json", "--fetch-retries=0", "--fetch-timeout=15000"], {
    cwd: root,
    encoding: "utf8",
    shell: process.platform === "win32",
    timeout: 60_000,
  });
  const { failed, text } = judge(stdout ?? "");
  console.log(text);
  if (failed) process.exitCode = 1;
}
