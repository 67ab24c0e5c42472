import { dereference } from "@cfworker/json-schema";
import type { Json, JsonObject } from "../json";

/** Objects and arrays inside one another. Generated schemas of deep forms stay far below. */
const MAX_DEPTH = 40;
/** Subschemas that one value may be held against at the same time: references can multiply them without end. */
const MAX_ALTERNATIVES = 10_000;

const TYPES = ["object", "array", "string", "number", "integer", "boolean", "null"];
/** Keywords that hold one schema, a list of them, a map of them; as the validator reads them. */
const SCHEMA_KEYWORDS = [
  "additionalItems",
  "additionalProperties",
  "contains",
  "else",
  "if",
  "items",
  "not",
  "propertyNames",
  "then",
  "unevaluatedItems",
  "unevaluatedProperties",
];
const LIST_KEYWORDS = ["allOf", "anyOf", "items", "oneOf", "prefixItems"];
const MAP_KEYWORDS = ["$defs", "definitions", "dependentSchemas", "patternProperties", "properties"];
/** Keywords whose schemas hold for the same value as the schema that contains them. */
const SAME_VALUE_KEYWORDS = ["allOf", "anyOf", "dependentSchemas", "else", "if", "not", "oneOf", "then"];

type Schema = JsonObject | boolean;
/** The validator notes on every schema where its reference leads. */
type Resolved = JsonObject & { __absolute_ref__?: string };

/**
 * What is wrong with a tool schema that a client sent, or `null`. It need not be in any particular dialect; it must be
 * an object schema that a validator can work through in reasonable time.
 */
export function clientSchemaProblem(schema: JsonObject): string | null {
  if (isTooDeep(schema)) return `it is nested deeper than ${MAX_DEPTH} levels`;
  const { type } = schema;
  if (type !== undefined && ![type].flat().includes("object")) return "its type is not object";
  // The validator's notes must not travel with the tool: it gets a copy.
  const copy = structuredClone(schema);
  try {
    return problemIn(copy, dereference(copy) as Record<string, Schema>);
  } catch (error) {
    return (error as Error).message;
  }
}

/** Whether a schema is nested so deeply that nothing recursive should touch it. */
export function isTooDeep(root: Json): boolean {
  for (const open: { value: Json; depth: number }[] = [{ value: root, depth: 1 }]; open.length > 0; ) {
    const { value, depth } = open.pop() as { value: Json; depth: number };
    if (typeof value !== "object" || value === null) continue;
    if (depth > MAX_DEPTH) return true;
    for (const inner of Object.values(value)) open.push({ value: inner, depth: depth + 1 });
  }
  return false;
}

/** The schema without regular expressions: one that a client wrote could keep this process busy for ever. */
export function withoutPatterns(schema: JsonObject): JsonObject {
  return stripSchema(schema) as JsonObject;
}

function problemIn(root: JsonObject, lookup: Record<string, Schema>): string | null {
  const costs = new Map<JsonObject, number>();
  for (const open: unknown[] = [root]; open.length > 0; ) {
    const node = open.pop();
    if (typeof node === "boolean") continue;
    if (!isObject(node)) return "a schema in it is not an object";
    const problem = keywordProblem(node, lookup);
    if (problem) return problem;
    open.push(...children(node));
  }
  for (const node of Object.values(lookup)) {
    if (isObject(node) && cost(node, lookup, costs, new Set()) > MAX_ALTERNATIVES)
      return "it is circular or too complex";
  }
  return null;
}

function keywordProblem(node: Resolved, lookup: Record<string, Schema>): string | null {
  const { $ref, type, enum: values, required, pattern } = node;
  if (type !== undefined && ![type].flat().every((name) => TYPES.includes(name as string))) {
    return `${JSON.stringify(type)} is not a type`;
  }
  if (values !== undefined && !Array.isArray(values)) return "enum is not a list";
  if (required !== undefined && !(Array.isArray(required) && required.every((name) => typeof name === "string"))) {
    return "required is not a list of names";
  }
  for (const keyword of MAP_KEYWORDS) {
    if (node[keyword] !== undefined && !isObject(node[keyword])) return `${keyword} is not an object`;
  }
  for (const keyword of LIST_KEYWORDS) {
    if (keyword !== "items" && node[keyword] !== undefined && !Array.isArray(node[keyword])) {
      return `${keyword} is not a list`;
    }
  }
  if ($ref !== undefined && (typeof $ref !== "string" || lookup[node.__absolute_ref__ ?? $ref] === undefined)) {
    return `the reference ${JSON.stringify($ref)} leads nowhere`;
  }
  if (pattern !== undefined && (typeof pattern !== "string" || !isPattern(pattern))) return "a pattern is not one";
  if (!Object.keys(isObject(node.patternProperties) ? node.patternProperties : {}).every(isPattern)) {
    return "a pattern is not one";
  }
  return null;
}

/** How many schemas a value is held against when it is held against this one; infinite where they lead in a circle. */
function cost(
  node: JsonObject,
  lookup: Record<string, Schema>,
  known: Map<JsonObject, number>,
  path: Set<JsonObject>,
): number {
  if (path.has(node)) return Number.POSITIVE_INFINITY;
  const before = known.get(node);
  if (before !== undefined) return before;
  path.add(node);
  let total = 1;
  for (const next of sameValue(node, lookup)) total += cost(next, lookup, known, path);
  path.delete(node);
  known.set(node, total);
  return total;
}

function sameValue(node: Resolved, lookup: Record<string, Schema>): JsonObject[] {
  const target = typeof node.$ref === "string" ? lookup[node.__absolute_ref__ ?? node.$ref] : undefined;
  const root = node.$recursiveRef === undefined ? undefined : Object.values(lookup)[0];
  return [target, root, ...SAME_VALUE_KEYWORDS.flatMap((keyword) => schemasOf(node, keyword))].filter(isObject);
}

function children(node: JsonObject): unknown[] {
  return [...new Set([...SCHEMA_KEYWORDS, ...LIST_KEYWORDS, ...MAP_KEYWORDS])].flatMap((keyword) =>
    schemasOf(node, keyword),
  );
}

function schemasOf(node: JsonObject, keyword: string): unknown[] {
  const value = node[keyword];
  if (value === undefined) return [];
  if (Array.isArray(value)) return value;
  return MAP_KEYWORDS.includes(keyword) && isObject(value) ? Object.values(value) : [value];
}

function stripSchema(schema: Json): Json {
  if (!isObject(schema)) return schema;
  const dropped = ["pattern", "patternProperties", "format"];
  // These say what is allowed beside the names that a dropped pattern would have matched.
  if (schema.patternProperties !== undefined) dropped.push("additionalProperties", "unevaluatedProperties");
  const entries = Object.entries(schema)
    .filter(([keyword]) => !dropped.includes(keyword))
    .map(([keyword, value]): [string, Json] => {
      if (MAP_KEYWORDS.includes(keyword) && isObject(value)) {
        return [keyword, Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, stripSchema(inner)]))];
      }
      if (LIST_KEYWORDS.includes(keyword) && Array.isArray(value)) return [keyword, value.map(stripSchema)];
      return [keyword, SCHEMA_KEYWORDS.includes(keyword) ? stripSchema(value) : value];
    });
  return Object.fromEntries(entries);
}

function isPattern(text: string): boolean {
  try {
    new RegExp(text, "u");
    return true;
  } catch {
    return false;
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
