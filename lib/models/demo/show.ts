import type { JsonObject } from "../../json";
import { cell, fenced, quote } from "./quote";
import { truncate } from "./truncate";

/** Longer results are quoted up to here. */
const LONGEST_QUOTE = 4_000;

/** The value behind a result's text, `undefined` when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Any result, word for word: a text in quotation marks, a structure as a code block. */
export function showResult(text: string): string {
  if (text.length > LONGEST_QUOTE) {
    const start = truncate(text, LONGEST_QUOTE);
    return `the following (its first ${start.length} of ${text.length} characters):${fenced(start)}`;
  }
  const value = parseJson(text);
  if (typeof value === "object" && value !== null) {
    return `the following:${fenced(JSON.stringify(value, null, 2), "json")}`;
  }
  return value === undefined || typeof value === "string" ? quote(text) : `\`${text.trim()}\``;
}

/** Ends a sentence, unless what it quotes has ended it or is a block of its own. */
export function sentence(text: string): string {
  return /(?:[.!?…][”`]?|```)$/.test(text) ? text : `${text}.`;
}

/** The fields of an object as a list. */
export function fieldList(object: JsonObject): string {
  return Object.entries(object)
    .map(([name, value]) => `- ${cell(name)}: ${value === "" ? "(empty)" : cell(value) || "(none)"}`)
    .join("\n");
}

/** Objects as a table, one row each; columns in the order in which the fields appear. */
export function table(rows: JsonObject[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  return [
    line(columns.map(cell)),
    line(columns.map(() => "---")),
    ...rows.map((row) => line(columns.map((column) => cell(row[column])))),
  ].join("\n");
}
