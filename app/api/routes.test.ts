import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const METHODS = /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/;
/** Settings that Next reads from a route file. */
const SETTINGS = /^(maxDuration|dynamic)$/;

const files = readdirSync(__dirname, { recursive: true, encoding: "utf8" }).filter((file) => /route\.tsx?$/.test(file));

/** Name and first word of the value of everything that a file exports. */
function exportsOf(source: string): { name: string; made: string }[] {
  const constants = [...source.matchAll(/^export const (\w+)(?:\s*:[^=]+)?\s*=\s*(\w+)\(?/gm)];
  const others = [...source.matchAll(/^export (?!const )(.*)$/gm)];
  return [
    ...constants.map(([, name = "", made = ""]) => ({ name, made })),
    ...others.map(([, name = ""]) => ({ name, made: "" })),
  ];
}

describe("the route files", () => {
  it("are found", () => {
    expect(files.length).toBeGreaterThan(12);
  });

  it.each(files)("%s answers only through route()", (file) => {
    const source = readFileSync(join(__dirname, file), "utf8");
    const found = exportsOf(source);
    const handlers = found.filter(({ name }) => METHODS.test(name));
    expect(handlers.length).toBeGreaterThan(0);
    for (const { name, made } of handlers) expect(`${name} = ${made}`).toBe(`${name} = route`);
    for (const { name } of found) expect(name).toMatch(new RegExp(`${METHODS.source}|${SETTINGS.source}`));
    expect(source).toContain('import { route } from "@/lib/server/route";');
  });
});
