// Takes out of this project what you do not want, and leaves one that builds and passes its remaining tests.
//   npm run make-it-yours -- --without order-desk,agui,copilotkit
// Works on the files in place: commit first. Described in docs/make-it-yours.md.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { keepLines } from "./make-it-yours/edit.mjs";
import { CLIENTS, FEATURES, IMPLIED, ONCE, PACKAGES } from "./make-it-yours/features.mjs";
import { importsOf, isTest, read, sourceFiles } from "./make-it-yours/sources.mjs";
import { bin } from "./tools.mjs";

const root = process.cwd();
const CODE = ["app", "components", "e2e", "lib", "scripts", "package.json"];
const templates = join(dirname(fileURLToPath(import.meta.url)), "make-it-yours", "templates");

const { values } = parseArgs({ options: { without: { type: "string" }, "no-install": { type: "boolean" } } });
const gone = chosen(values.without ?? "");
const features = gone.map((name) => FEATURES[name]);
const removed = [];

function chosen(list) {
  const names = list
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);
  const all = [...new Set(names.flatMap((name) => [name, ...(IMPLIED[name] ?? [])]))];
  const unknown = all.filter((name) => !Object.hasOwn(FEATURES, name));
  const problem =
    all.length === 0
      ? "Say what to leave out."
      : unknown.length > 0
        ? `There is no "${unknown[0]}".`
        : Object.keys(CLIENTS).every((client) => all.includes(client))
          ? "One client has to stay: it is the page."
          : existsSync(join(root, "lib", "server.ts"))
            ? null
            : "Start this in the project's own folder.";
  if (problem === null) return all;
  console.error(`${problem}\n\nnpm run make-it-yours -- --without name,name …\n`);
  for (const [name, { what }] of Object.entries(FEATURES)) console.error(`  ${name.padEnd(12)}${what}`);
  process.exit(1);
}

function remove(path) {
  if (!existsSync(join(root, path))) return;
  rmSync(join(root, path), { recursive: true });
  removed.push(path);
}

function rewrite(file, change) {
  const before = read(root, file);
  const after = change(before);
  if (after !== before) writeFileSync(join(root, file), after);
}

// 1. What belongs to a feature by its place, and the marked lines of the files that join it to the rest.
const tools = [...ONCE];
for (const path of [...features.flatMap(({ entries }) => entries)]) remove(path);
const isTool = (file) => tools.some((path) => file === path || file.startsWith(`${path}/`));
const files = () => sourceFiles(root).filter((file) => !isTool(file));
for (const file of files()) rewrite(file, (text) => keepLines(text, gone));

// 2. What only the removed files used. A file that something else imports stays, wherever it lies.
for (let found = true; found; ) {
  const imported = new Set(
    files()
      .filter((file) => !isTest(file))
      .flatMap((file) => importsOf(root, file).own.map(({ path }) => path)),
  );
  const rooms = features.flatMap(({ rooms: own = [] }) => own);
  const stayed = [/\/stored-theme\.tsx$/];
  const unused = files().filter(
    (file) =>
      rooms.some((room) => file.startsWith(`${room}/`)) &&
      !isTest(file) &&
      !imported.has(file) &&
      !stayed.some((pattern) => pattern.test(file)),
  );
  found = unused.length > 0;
  unused.forEach(remove);
}

// 3. Tests of what is gone: those of the running application by what they mention, all others by what they import.
for (const file of files().filter((one) => isTest(one) && /^(app|e2e)\//.test(one))) {
  if (features.some(({ traces }) => traces.test(read(root, file)))) remove(file);
}
for (let found = true; found; ) {
  const lost = files().filter((file) => isTest(file) && importsOf(root, file).own.some(({ path }) => path === null));
  found = lost.length > 0;
  lost.forEach(remove);
}

// 4. New names and new files.
for (const [from, to] of features.flatMap(({ moves = [] }) => moves)) {
  if (existsSync(join(root, from))) renameSync(join(root, from), join(root, to));
}
for (const file of files().filter((one) => /^(app|components|e2e|lib)\//.test(one) && !one.startsWith("lib/models/"))) {
  rewrite(file, (text) => {
    const isPage = !isTest(file) && /^(app|components)\//.test(file);
    const words = features.flatMap((feature) => [...(feature.words ?? []), ...((isPage && feature.prose) || [])]);
    const renamed = words.reduce((result, [pattern, word]) => result.replace(pattern, word), text);
    // Links to a page that is gone lead to the one that is left; what a unit test says of links is not about ours.
    if (!isPage && !file.startsWith("e2e/")) return renamed;
    return renamed.replace(/(["'`])\/(chat|agui|copilotkit)(?=["'`/?])/g, (whole, quote, page) => {
      const client = Object.keys(CLIENTS).find((name) => CLIENTS[name] === page);
      return gone.includes(client) ? `${quote}/${firstPage()}` : whole;
    });
  });
}
for (const [path, template] of features.flatMap(({ writes = {} }) => Object.entries(writes))) {
  cpSync(join(templates, template), join(root, path));
}

function firstPage() {
  return Object.entries(CLIENTS).find(([name]) => !gone.includes(name))?.[1];
}

// 5. The project's own files: packages that nobody imports, scripts of what is gone, this tool.
const used = new Set(files().flatMap((file) => importsOf(root, file).packages));
const isUsed = (name) => [...used].some((one) => one === name || one.startsWith(`${name}/`));
rewrite("package.json", (text) => {
  const manifest = JSON.parse(text);
  for (const name of PACKAGES.filter((one) => !isUsed(one))) {
    delete manifest.dependencies[name];
    delete manifest.devDependencies[name];
    delete manifest.overrides?.[name];
  }
  delete manifest.scripts["make-it-yours"];
  delete manifest.scripts["first-ten-minutes"];
  if (gone.includes("bench")) delete manifest.scripts.bench;
  return `${JSON.stringify(manifest, null, 2)}\n`;
});
tools.forEach(remove);
for (const room of features.flatMap(({ rooms: own = [] }) => own)) removeEmpty(join(root, room));

function removeEmpty(folder) {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) removeEmpty(join(folder, entry.name));
  }
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}

// 6. What installed programs do better: the migration that drops tables, imports in order, the lock file.
const run = (command, args) => spawnSync(command, args, { cwd: root, stdio: ["ignore", "ignore", "inherit"] }).status;
const installed = (path) => [path, join("..", path)].map((one) => join(root, one)).find((one) => existsSync(one));
const drizzle = installed("node_modules/drizzle-kit/bin.cjs");
if (gone.includes("order-desk") && drizzle) run(process.execPath, [drizzle, "generate", "--name", "without_orders"]);
const biome = installed(bin.biome);
if (biome) run(process.execPath, [biome, "check", "--write", "--vcs-enabled=false", ...CODE]);
if (!values["no-install"]) run("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error"]);

console.log(`Without ${gone.join(", ")}: ${removed.length} files and folders are gone.`);
console.log(removed.map((path) => `  ${path}`).join("\n"));
console.log("\nNow: npm test, and read README.md and docs/ with your own eyes: they still describe the original.");
