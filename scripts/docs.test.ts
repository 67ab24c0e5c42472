import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ENV_KEYS, parseEnv } from "@/lib/env";
import { applyBlock, blocksOf, type DocBlock, docPages } from "./testing/doc-blocks";
import { copyProject, type ProjectCopy } from "./testing/project-copy";
import { root } from "./tools.mjs";

const pages = docPages(root);
const blocks = pages.flatMap((page) => blocksOf(root, page));
const scripts = Object.keys(JSON.parse(readFileSync(join(root, "package.json"), "utf8")).scripts);

/** Variables of our commands, of Next and of the tests, which the application itself does not read. */
const OTHER_ENV = ["PORT", "NEXT_OUTPUT", "NEXT_DIST_DIR", "TEST_DATABASE_URL", "PLAYWRIGHT_CHROMIUM_PATH", "E2E_PORT"];

const of = (...languages: string[]) => blocks.filter(({ language }) => languages.includes(language));
const place = ({ page, line }: DocBlock) => `${page}:${line}`;
const named = (found: DocBlock[]) => found.map((block) => [place(block), block] as const);

/** `NAME=value` at the start of a word. */
function assignments(text: string): [string, string][] {
  return [...text.matchAll(/(?:^|\s)([A-Z][A-Z0-9_]+)=(\S*)/g)].map(([, name = "", value = ""]) => [name, value]);
}

describe("the pages", () => {
  it("have blocks in languages that something checks", () => {
    const known = ["ts", "tsx", "diff", "sh", "env", "json", "mermaid", "text"];
    expect(blocks.filter(({ language }) => !known.includes(language)).map(place)).toEqual([]);
  });

  it.each(pages)("%s links to files that exist", (page) => {
    const text = readFileSync(join(root, page), "utf8");
    const found = [...text.matchAll(/\]\(([^)\s]+)\)/g), ...text.matchAll(/\bsrc(?:set)?="([^"]+)"/g)];
    const links = found.map(([, link = ""]) => link);
    const local = links.filter((link) => !/^(https?:|#|mailto:)/.test(link)).map((link) => link.replace(/#.*/, ""));
    expect(local.filter((link) => !existsSync(join(root, dirname(page), link)))).toEqual([]);
  });

  it.each(pages)("%s names only scripts of package.json", (page) => {
    const used = [...readFileSync(join(root, page), "utf8").matchAll(/npm run ([\w:-]+)/g)].map(
      ([, name = ""]) => name,
    );
    expect(used.filter((name) => !scripts.includes(name))).toEqual([]);
  });

  it("prove every promise by a test that is there", () => {
    const page = readFileSync(join(root, "docs/promises.md"), "utf8");
    const rows = [...page.matchAll(/^\| .*(?=\n(?!\|---))/gm)].map(([row]) => row);
    expect(rows.length).toBeGreaterThan(40);
    for (const row of rows) {
      const proofs = [...row.matchAll(/\]\((\S+) "([^"]+)"\)/g)];
      expect(proofs, row).not.toEqual([]);
      for (const [, file = "", title = ""] of proofs) {
        const test = readFileSync(join(root, "docs", file), "utf8");
        // Quoted as it is in the file, so that a title that only begins like it is another one.
        expect(
          ['"', "'", "`"].some((quote) => test.includes(`${quote}${title}${quote}`)),
          `${file}: ${title}`,
        ).toBe(true);
      }
    }
  });

  it("name the whole environment in the README, and nothing that is not there", () => {
    const readme = readFileSync(join(root, "README.md"), "utf8");
    const rows = [...readme.matchAll(/^\|(.*?)\|/gm)].flatMap(
      ([, cell = ""]) => cell.match(/\b[A-Z]+_[A-Z_]+\b/g) ?? [],
    );
    expect(rows.toSorted()).toEqual([...ENV_KEYS].toSorted());
  });
});

describe("commands and values", () => {
  it.each(named(of("sh")))("%s runs what is there", (_, block) => {
    for (const line of block.text.split("\n").map((text) => text.replace(/\s#.*/, ""))) {
      const unknown = assignments(line).filter(([name]) => ![...ENV_KEYS, ...OTHER_ENV].includes(name));
      expect(unknown, line).toEqual([]);
      for (const [, file = ""] of line.matchAll(/\bnode ((?!server\.js)\S+)/g))
        expect(existsSync(join(root, file))).toBe(true);
    }
  });

  it.each(named(of("env")))("%s is an environment that the application accepts", (_, block) => {
    const env = Object.fromEntries(assignments(block.text));
    for (const name of Object.keys(env)) expect(ENV_KEYS).toContain(name);
    expect(() => parseEnv(env)).not.toThrow();
  });

  it.each(named(of("json")))("%s is JSON", (_, block) => {
    expect(() => JSON.parse(block.text)).not.toThrow();
  });
});

/** Two TypeScript programs and a test runner, on a machine that may be busy. */
describe("the code", { timeout: 600_000 }, () => {
  const code = of("ts", "tsx", "diff");
  const tests = code.flatMap(({ file }) => (file && /\.test\.tsx?$/.test(file) ? [file] : []));
  let copy: ProjectCopy;

  beforeAll(() => {
    copy = copyProject("docs");
  });
  afterAll(() => copy?.remove());

  it.each(named(code))("%s is a file, fits into one, or is a snippet", (_, block) => {
    const snippet = `docs-snippets/${block.page.replace(/\W+/g, "-")}-${block.line}.${block.language}`;
    // A page shows a whole file only where it adds one.
    if (block.language === "diff") expect(block.file).toBeDefined();
    else if (block.file) expect(existsSync(join(copy.folder, block.file))).toBe(false);
    applyBlock(copy.folder, { ...block, file: block.file ?? snippet });
  });

  it("compiles, all pages followed", async () => {
    const { code, output } = await copy.run("tsc", "--noEmit", "--incremental", "false");
    expect(output).toBe("");
    expect(code).toBe(0);
  });

  it("passes the tests that the pages write and change", async () => {
    const { code, output } = await copy.run("vitest", "run", "--maxWorkers=1", ...new Set(tests));
    expect(code, output).toBe(0);
    expect(output).toMatch(/Test Files .*passed/);
  });
});
