import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";

const FOLDERS = ["app", "bench", "components", "e2e", "lib", "scripts"];
const ENDINGS = ["", ".ts", ".tsx", ".mjs", ".css", "/index.ts", "/index.tsx"];
const IMPORT = /(?:from|import)\s*\(?\s*["']([^"']+)["']/g;

/** A test, or something that only tests use. */
export const isTest = (file) => /\.(test|spec|contract)\.tsx?$|(^|\/)testing\/|^e2e\//.test(file);

/** Every source file, from the root, with `/`. */
export function sourceFiles(root) {
  const inRoot = readdirSync(root).filter((name) => /^[^.].*\.(ts|mjs)$/.test(name) && !name.endsWith(".d.ts"));
  const walk = (folder) =>
    !existsSync(join(root, folder))
      ? []
      : readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
          const path = `${folder}/${entry.name}`;
          return entry.isDirectory() ? walk(path) : /\.(tsx?|mjs|css)$/.test(entry.name) ? [path] : [];
        });
  return [...inRoot, ...FOLDERS.flatMap(walk)];
}

export const read = (root, file) => readFileSync(join(root, file), "utf8");

/** What a file imports: our own files as paths from the root (`null` where there is none), and packages. */
export function importsOf(root, file) {
  const own = [];
  const packages = [];
  for (const [, name] of read(root, file).matchAll(IMPORT)) {
    if (name.startsWith("@/")) own.push({ name, path: resolve(root, name.slice(2)) });
    else if (name.startsWith(".")) own.push({ name, path: resolve(root, join(dirname(file), name)) });
    else packages.push(name);
  }
  return { own, packages };
}

function resolve(root, path) {
  const base = join(root, path);
  const found = ENDINGS.map((ending) => base + ending).find((one) => existsSync(one) && statSync(one).isFile());
  return found ? relative(root, found).split(sep).join("/") : null;
}
