import { createHash } from "node:crypto";
import type { Statement } from "./database";

/** Adds a value to the statement and returns its placeholder, cast to a PostgreSQL type. */
export type Param = (value: unknown, type: string) => string;

/** Names by text. There are as many as there are shapes of statements, for values never become part of a text. */
const names = new Map<string, string>();

/**
 * Writes a statement's text and collects its values in one go, so that the two cannot drift apart. Its name tells one
 * text from another: connections that outlive a reload of this module may have prepared an older one.
 */
export function statement(label: string, write: (param: Param) => string): Statement {
  const values: unknown[] = [];
  const text = write((value, type) => `$${values.push(value)}::${type}`);
  let name = names.get(text);
  if (name === undefined) {
    name = `${label} ${createHash("sha256").update(text).digest("base64url").slice(0, 16)}`;
    names.set(text, name);
  }
  return { name, text, values };
}

/** A value for a `json` parameter, `null` for SQL's null. The text is kept as it is, escapes included. */
export function toJsonParam(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
