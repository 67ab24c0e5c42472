// Finds the Chromium that the browser tests use, or installs one. Plain Node; Playwright is looked at only if installed.
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { bin, childEnv, root } from "./tools.mjs";

const { env, platform } = process;

function systemPaths() {
  if (platform === "darwin") {
    const apps = ["Google Chrome.app/Contents/MacOS/Google Chrome", "Chromium.app/Contents/MacOS/Chromium"];
    return ["/Applications", join(env.HOME ?? "", "Applications")].flatMap((folder) =>
      apps.map((app) => join(folder, app)),
    );
  }
  if (platform === "win32") {
    const folders = [env.PROGRAMFILES, env["PROGRAMFILES(X86)"], env.LOCALAPPDATA].filter(
      (folder) => folder !== undefined,
    );
    const apps = ["Google\\Chrome\\Application\\chrome.exe", "Chromium\\Application\\chrome.exe"];
    return folders.flatMap((folder) => apps.map((app) => join(folder, app)));
  }
  const folders = [...(env.PATH ?? "").split(delimiter), "/usr/bin", "/usr/local/bin", "/snap/bin"].filter(Boolean);
  // The headless shell first: it draws no browser window that nobody sees, which saves a quarter of the tests' time.
  const names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
  return [...names.flatMap((name) => folders.map((folder) => join(folder, name))), "/opt/google/chrome/chrome"];
}

/** Playwright's own download, if it is there. */
function playwrightPath() {
  try {
    return createRequire(import.meta.url)("@playwright/test").chromium.executablePath();
  } catch {
    return undefined;
  }
}

/** On Linux a file may be there that cannot run: a stub that asks for a snap, or a download without its system libraries. */
function starts(path) {
  if (!path || !existsSync(path)) return false;
  return platform !== "linux" || spawnSync(path, ["--version"], { timeout: 20_000, stdio: "ignore" }).status === 0;
}

/**
 * The Chromium to use: `PLAYWRIGHT_CHROMIUM_PATH`, the system's Chromium or Chrome, Playwright's own.
 * @returns {string | undefined}
 */
export function findChromium() {
  const named = env.PLAYWRIGHT_CHROMIUM_PATH;
  if (named) {
    if (existsSync(named)) return named;
    throw new Error(`PLAYWRIGHT_CHROMIUM_PATH is set to ${named}, and there is no such file.`);
  }
  const system = [...new Set(systemPaths())].find(starts);
  if (system) return system;
  const own = playwrightPath();
  return starts(own) ? own : undefined;
}

/** Runs a command; gives up when it says nothing for `silence` ms. Resolves to whether it succeeded. */
function attempt(command, args, { silence, extra = {} }) {
  console.log(`> ${[command === process.execPath ? "node" : command, ...args].join(" ")}`);
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"], env: childEnv(extra) });
    let timer;
    const heard = (chunk) => {
      if (chunk) process.stdout.write(chunk);
      clearTimeout(timer);
      timer = setTimeout(() => child.kill("SIGKILL"), silence);
    };
    heard();
    child.stdout.on("data", heard);
    child.stderr.on("data", heard);
    child.on("error", () => resolve(false));
    child.on("close", (code) => {
      clearTimeout(timer);
      resolve(code === 0);
    });
  });
}

const runs = (command, args) => spawnSync(command, args, { stdio: "ignore", timeout: 20_000 }).status === 0;

/** The system's package manager, where it asks for no password: as root, or with a sudo that needs none. */
async function installWithSystem() {
  if (platform !== "linux") return;
  const sudo = process.getuid?.() === 0 ? [] : runs("sudo", ["-n", "true"]) ? ["sudo", "-n"] : undefined;
  if (!sudo) return;
  const managers = [
    ["apt-get", ["update"], ["install", "-y", "--no-install-recommends", "chromium"]],
    ["dnf", ["install", "-y", "chromium"]],
    ["apk", ["add", "--no-cache", "chromium"]],
  ];
  const manager = managers.find(([name]) => runs(name, ["--version"]));
  if (!manager) return;
  const [name, ...steps] = manager;
  for (const step of steps) {
    const [command, ...args] = [...sudo, name, ...step];
    if (!(await attempt(command, args, { silence: 300_000, extra: { DEBIAN_FRONTEND: "noninteractive" } }))) return;
  }
}

/**
 * Finds Chromium or installs it; throws one readable sentence if neither works.
 * @returns {Promise<string>}
 */
export async function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  console.log("No Chromium or Chrome here: installing one for the browser tests …");
  const download = { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: "10000" };
  await attempt(process.execPath, [bin.playwright, "install", "chromium"], { silence: 60_000, extra: download });
  if (!findChromium()) await installWithSystem();
  const installed = findChromium();
  if (installed) return installed;
  throw new Error(
    "No Chromium could be found or installed: install Chromium or Chrome, or set PLAYWRIGHT_CHROMIUM_PATH to one, and run this again.",
  );
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    console.log(await ensureChromium());
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
