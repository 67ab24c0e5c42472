/** One argument or result field as a person reads it. */
export interface Field {
  name: string;
  text: string;
}

const MAX_FIELDS = 8;
const MAX_FIELD_LENGTH = 160;
const MAX_SHORT_LENGTH = 160;

/** A value as text: strings unquoted, everything else as indented JSON, a missing value as null. */
export function toText(value: unknown): string {
  if (typeof value === "string") return value;
  return JSON.stringify(value ?? null, null, 2) ?? "null";
}

/**
 * The value as name and text pairs when it is a small flat object, `null` when only JSON does it justice.
 * An empty object has no fields.
 */
export function toFields(value: unknown): Field[] | null {
  if (value === undefined) return [];
  if (value === null || typeof value !== "object" || Array.isArray(value)) return null;
  const entries = Object.entries(value);
  if (entries.length > MAX_FIELDS) return null;
  const fields: Field[] = [];
  for (const [name, entry] of entries) {
    if (entry !== null && typeof entry === "object") return null;
    const text = typeof entry === "string" ? entry : String(entry ?? null);
    if (text.length > MAX_FIELD_LENGTH || text.includes("\n")) return null;
    fields.push({ name, text });
  }
  return fields;
}

/** Whether a value can be shown in line: one line of text, not longer than a sentence. */
export function isShort(value: unknown): boolean {
  if (value !== null && typeof value === "object") return Object.keys(value).length === 0;
  const text = toText(value);
  return text.length <= MAX_SHORT_LENGTH && !text.includes("\n");
}

/** Says in a few words what a folded value holds. */
export function summarize(value: unknown): string {
  if (Array.isArray(value)) return value.length === 1 ? "1 item" : `${value.length} items`;
  if (value !== null && typeof value === "object") {
    const { length } = Object.keys(value);
    return length === 1 ? "1 field" : `${length} fields`;
  }
  return `${toText(value).length} characters`;
}
