import type { Statement } from "./database";

/** Adds a value to the statement and returns its placeholder, cast to a PostgreSQL type. */
export type Param = (value: unknown, type: string) => string;

/** Writes a statement's text and collects its values in one go, so that the two cannot drift apart. */
export function statement(name: string, write: (param: Param) => string): Statement {
  const values: unknown[] = [];
  const text = write((value, type) => `$${values.push(value)}::${type}`);
  return { name, text, values };
}

/** A value for a `json` parameter, `null` for SQL's null. The text is kept as it is, escapes included. */
export function toJsonParam(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
