// What the other scripts share. Plain Node: nothing here may need an installed package.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Command-line programs of installed packages, started with this Node and without a shell. */
export const bin = {
  next: "node_modules/next/dist/bin/next",
  tsc: "node_modules/typescript/bin/tsc",
  biome: "node_modules/@biomejs/biome/bin/biome",
  vitest: "node_modules/vitest/vitest.mjs",
  playwright: "node_modules/@playwright/test/cli.js",
};

/**
 * The environment of every child: no telemetry, and Next chooses NODE_ENV itself.
 * @returns {NodeJS.ProcessEnv}
 */
export function childEnv(extra = {}) {
  const { NODE_ENV: _nodeEnv, ...env } = process.env;
  return { NEXT_TELEMETRY_DISABLED: "1", COPILOTKIT_TELEMETRY_DISABLED: "true", ...env, ...extra };
}

/**
 * Runs a command with our own output and resolves to its exit code.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: Record<string, string | undefined>, shell?: boolean }} [options]
 * @returns {Promise<number>}
 */
export function run(command, args, { env = {}, shell = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
      env: childEnv(env),
      shell,
    });
    const stop = (signal) => child.kill(signal);
    process.on("SIGINT", stop).on("SIGTERM", stop);
    const done = (code) => {
      process.off("SIGINT", stop).off("SIGTERM", stop);
      resolve(code);
    };
    child.on("error", (error) => {
      console.error(`${command} could not be started: ${error.message}`);
      done(1);
    });
    child.on("exit", (code, signal) => {
      if (signal === "SIGINT" || signal === "SIGTERM") process.exit(130);
      done(code ?? 1);
    });
  });
}

/** Runs a script of an installed package with this Node. */
export const node = (script, args, options) => run(process.execPath, [script, ...args], options);

/** One readable sentence instead of a syntax error somewhere deep inside a package. */
export function requireNode(major = 20) {
  if (Number(process.versions.node.split(".")[0]) < major) {
    console.error(`Neuron Next needs Node ${major} or newer; this is Node ${process.versions.node}.`);
    process.exit(1);
  }
}

/** `npm ci`, when node_modules is missing or does not belong to this package-lock.json. Resolves to an exit code. */
export async function installDependencies() {
  const lock = join(root, "package-lock.json");
  const installed = join(root, "node_modules", ".package-lock.json");
  const marker = join(root, "node_modules", ".installed-lock");
  const hash = createHash("sha256").update(readFileSync(lock)).digest("hex");
  if (existsSync(installed)) {
    const same = existsSync(marker) && readFileSync(marker, "utf8") === hash;
    if (same || statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return 0;
  }
  console.log("Installing packages (npm ci), which may take some minutes …");
  const args = ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
  const cli = process.env.npm_execpath;
  const code = cli?.endsWith(".js")
    ? await node(cli, args)
    : await run("npm", args, { shell: process.platform === "win32" });
  if (code === 0) writeFileSync(marker, hash);
  else console.error("The packages could not be installed: see npm's message above.");
  return code;
}

const sourceFolders = ["app", "components", "drizzle", "lib", "public"];
const rootSource = /^(\.env.*|package-lock\.json|package\.json|tsconfig\.json|[^.]+\.ts|[^.]+\.config\.(ts|mjs))$/;
const notBuilt = /\.test\.tsx?$|^(vitest|playwright|drizzle)\.config\.ts$|^next-env\.d\.ts$/;

function sources(folders) {
  const files = readdirSync(root).filter((name) => rootSource.test(name) && !notBuilt.test(name));
  const walk = (folder) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) walk(path);
      else if (entry.isFile() && !notBuilt.test(entry.name)) files.push(path);
    }
  };
  for (const folder of folders) if (existsSync(join(root, folder))) walk(folder);
  return files.sort();
}

/**
 * `next build`, when there is no build in `distDir` or it was made from other sources. Resolves to an exit code.
 * @param {string} distDir
 * @param {{ always?: boolean, standalone?: boolean, env?: Record<string, string>, alsoFrom?: string[] }} [options]
 *   `standalone`: with the output that runs by itself · `alsoFrom`: further folders of sources
 */
export async function build(distDir, { always = false, standalone = false, env = {}, alsoFrom = [] } = {}) {
  const buildId = join(root, distDir, "BUILD_ID");
  const marker = join(root, distDir, ".built-from");
  const files = sources([...sourceFolders, ...alsoFrom]);
  const hash = createHash("sha256");
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update("\0");
  const from = hash.digest("hex");
  const complete = existsSync(buildId) && (!standalone || existsSync(join(root, distDir, "standalone", "server.js")));
  if (!always && complete) {
    // A build made by hand (`npm run build`) has no marker: there the file times decide.
    const fresh = existsSync(marker)
      ? readFileSync(marker, "utf8") === from
      : files.every((file) => statSync(join(root, file)).mtimeMs <= statSync(buildId).mtimeMs);
    if (fresh) return 0;
  }
  console.log("Building (next build) …");
  const code = await node(bin.next, ["build"], {
    env: { ...env, NEXT_DIST_DIR: distDir, NEXT_OUTPUT: standalone ? "standalone" : undefined },
  });
  if (code === 0) writeFileSync(marker, from);
  return code;
}

/** Whether a server could listen on this port now. Port 0 asks for any; the port found is returned, else 0. */
export function freePort(port = 0) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(0));
    server.listen(port, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
