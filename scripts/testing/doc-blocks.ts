import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A fenced block of a page. The fence may name a file after the language. */
export interface DocBlock {
  /** The page, from the project's folder. */
  page: string;
  /** Line of the fence. */
  line: number;
  language: string;
  /** The file that the block is (`ts`, `tsx`) or changes (`diff`). */
  file?: string;
  text: string;
}

/** Every page that people read, from the project's folder. */
export function docPages(root: string): string[] {
  const inDocs = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" });
  const pages = inDocs.filter((name) => name.endsWith(".md")).map((name) => `docs/${name.replaceAll("\\", "/")}`);
  return ["README.md", "CONTRIBUTING.md", "AGENTS.md", ...pages.sort()];
}

export function blocksOf(root: string, page: string): DocBlock[] {
  const blocks: DocBlock[] = [];
  let open: DocBlock | null = null;
  let indent = "";
  for (const [index, line] of readFileSync(join(root, page), "utf8").split("\n").entries()) {
    const fence = /^(\s*)```(\w*)[ \t]*(\S*)/.exec(line);
    if (!fence) {
      if (open) open.text += `${line.startsWith(indent) ? line.slice(indent.length) : line}\n`;
    } else if (open) {
      blocks.push(open);
      open = null;
    } else {
      const [, before = "", language = "", file] = fence;
      indent = before;
      open = { page, line: index + 1, language, text: "", ...(file && { file }) };
    }
  }
  if (open) throw new Error(`${page}:${open.line} is never closed.`);
  return blocks;
}

/** Does what a block with a file says, in a copy of the project. */
export function applyBlock(
  folder: string,
  { language, file = "", text }: Pick<DocBlock, "language" | "file" | "text">,
) {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, language === "diff" ? applyDiff(readFileSync(path, "utf8"), text) : text);
}

/**
 * Applies a `diff` block as a reader would: every part (parts are separated by `@@`) stands once in the file.
 * @throws Error that shows the part which does not
 */
export function applyDiff(source: string, diff: string): string {
  let lines = source.split("\n");
  for (const part of diff.trimEnd().split(/^@@.*\n/m)) {
    const changes = part.replace(/\n$/, "").split("\n");
    const textOf = (marks: string) =>
      changes.filter((line) => line === "" || marks.includes(line[0] ?? "")).map((line) => line.slice(1));
    const before = textOf(" -");
    const places = lines.flatMap((_, at) => (before.every((line, n) => lines[at + n] === line) ? [at] : []));
    const [at] = places;
    if (at === undefined || places.length > 1) {
      throw new Error(`This is in the file ${places.length} times, not once:\n${before.join("\n")}`);
    }
    lines = [...lines.slice(0, at), ...textOf(" +"), ...lines.slice(at + before.length)];
  }
  return lines.join("\n");
}
