import type { Json, JsonObject } from "../../json";
import { isObject } from "./show";

/** How deep nested objects are filled in: schemas may refer to themselves. */
const DEEPEST = 4;

/** An input with every required property of a tool's JSON schema, each with a plain value of its type. */
export function sampleInput(schema: JsonObject | undefined): JsonObject {
  return sampleObject(schema, 0);
}

/** An input that breaks a schema: every required property has a value of another type; without any, the input is a list. */
export function invalidInput(schema: JsonObject | undefined): Json {
  const required = requiredOf(schema);
  if (required.length === 0) return ["this should have been an object"];
  return Object.fromEntries(
    required.map((name) => [name, typeOf(property(schema, name)) === "string" ? 1001 : "wrong"]),
  );
}

function sampleObject(schema: JsonObject | undefined, depth: number): JsonObject {
  const required = depth < DEEPEST ? requiredOf(schema) : [];
  return Object.fromEntries(required.map((name) => [name, sampleValue(property(schema, name), depth + 1)]));
}

function sampleValue(schema: JsonObject | undefined, depth: number): Json {
  for (const value of [schema?.const, schema?.default, first(schema?.enum), first(schema?.examples)]) {
    if (value !== undefined) return value;
  }
  const variant = first(schema?.anyOf) ?? first(schema?.oneOf);
  if (isObject(variant) && depth < DEEPEST) return sampleValue(variant, depth + 1);
  switch (typeOf(schema)) {
    case "number":
    case "integer":
      return typeof schema?.minimum === "number" ? schema.minimum : 1;
    case "boolean":
      return true;
    case "null":
      return null;
    case "array":
      return [];
    case "object":
      return sampleObject(schema, depth);
    default:
      return "example";
  }
}

function requiredOf(schema: JsonObject | undefined): string[] {
  return Array.isArray(schema?.required) ? schema.required.filter((name) => typeof name === "string") : [];
}

function property(schema: JsonObject | undefined, name: string): JsonObject | undefined {
  const found =
    isObject(schema?.properties) && Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
  return isObject(found) ? found : undefined;
}

/** Schemas may allow several types; the first is as good as any. */
function typeOf(schema: JsonObject | undefined): Json | undefined {
  return Array.isArray(schema?.type) ? schema.type[0] : schema?.type;
}

function first(value: Json | undefined): Json | undefined {
  return Array.isArray(value) ? value[0] : undefined;
}
