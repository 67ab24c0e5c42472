import type { Json } from "@/lib/json";

/** A place in a value. */
export type Path = (string | number)[];

/** Every place in a value, itself first. */
export function pathsOf(value: Json, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  const children = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [path, ...children.flatMap(([key, child]) => pathsOf(child, [...path, key]))];
}

/** The value's JSON with another text in one place. */
export function replaceAt(value: Json, path: Path, text: string): string {
  const [key, ...rest] = path;
  if (key === undefined) return text;
  if (Array.isArray(value)) {
    const items = value.map((item, index) => (index === key ? replaceAt(item, rest, text) : JSON.stringify(item)));
    return `[${items.join()}]`;
  }
  const members = Object.entries(value as { [key: string]: Json }).map(
    ([name, child]) => `${JSON.stringify(name)}:${name === key ? replaceAt(child, rest, text) : JSON.stringify(child)}`,
  );
  return `{${members.join()}}`;
}

/** The value in one place. */
export function valueAt(value: Json, path: Path): Json {
  return path.reduce<Json>((inner, key) => (inner as { [key: string]: Json })[key] as Json, value);
}

/** The texts that the value in one place may be replaced with: without one of its members, with one more, or twice. */
export function variantsOf(value: Json, members: string[]): string[] {
  const own = JSON.stringify(value);
  if (Array.isArray(value)) {
    return [`[${[...value, ...value].map((item) => JSON.stringify(item)).join()}]`, `[null,${own.slice(1)}`].filter(
      isJson,
    );
  }
  if (typeof value !== "object" || value === null) return [];
  const entries = Object.entries(value).map(([name, child]) => `${JSON.stringify(name)}:${JSON.stringify(child)}`);
  const without = entries.map((_, index) => entries.filter((__, other) => other !== index));
  const withMore = members.flatMap((member) => [
    [...entries, member],
    [member, ...entries],
  ]);
  return [...without, ...withMore].map((list) => `{${list.join()}}`);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
