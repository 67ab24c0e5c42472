import type { Action, Clause, Intent, IntentContext } from "./intent";

/** What one step does: its calls go out together, after what it says. */
export interface Stage {
  actions: Action[];
}

/** Values, not wishes: kept whole, whatever words and commas they contain. */
const VALUES = /\{(?:[^{}]|\{[^{}]*\})*\}|"[^"]*"|“[^”]*”|`[^`]*`|\[[^\]]*\]|(?<=^|\s)'[^']*'(?=$|[\s.,;?!])/g;
const THEN = /\b(?:and\s+)?(?:then|after\s+that|afterwards|followed\s+by)\b/gi;
const AND = /\b(?:and|plus|also|as\s+well\s+as)\b|[,.;?!]+(?=\s|$)|&|\n/gi;

/**
 * Reads a question: "then" separates steps, "and" and punctuation separate wishes of one step. A clause that only names
 * another object repeats the wish before it; one that nobody understands belongs to the clause that it continues, where
 * that ends in free text, and otherwise to the next one.
 */
export function parseScript(question: string, intents: readonly Intent[], context: IntentContext): Stage[] {
  const values: string[] = [];
  // Characters of the private use area stand for the values; the question's own are of no meaning here.
  const masked = question.replace(/[\uE000-\uF8FF]/g, "").replace(VALUES, (value) => {
    values.push(value);
    return MASK;
  });
  let used = 0;
  return pieces(masked, THEN)
    .map((part) => {
      const shown = values.slice(used, used + countMasks(part));
      used += shown.length;
      return { actions: parseStage(part, shown, intents, context) };
    })
    .filter((stage) => stage.actions.length > 0);
}

const MASK = "\uE000";

interface Found {
  intent: Intent;
  start: number;
  end: number;
}

function parseStage(masked: string, values: string[], intents: readonly Intent[], context: IntentContext): Action[] {
  const found: Found[] = [];
  let waiting: number | undefined;
  for (const { start, end } of spans(masked, AND)) {
    const clause = toClause(masked, start, end, values);
    const last = found.at(-1);
    const intent = last?.intent.repeats?.(clause)
      ? last.intent
      : intents.find((one) => !(one.courtesy && last) && one.matches(clause, context.tools));
    if (intent) {
      found.push({ intent, start: waiting ?? start, end });
      waiting = undefined;
    } else if (last?.intent.openEnded) last.end = end;
    else waiting ??= start;
  }
  return found.flatMap(({ intent, start, end }) => intent.act(toClause(masked, start, end, values), context));
}

function toClause(masked: string, start: number, end: number, values: string[]): Clause {
  const bare = masked.slice(start, end);
  let next = countMasks(masked.slice(0, start));
  return { text: bare.replaceAll(MASK, () => values[next++] ?? ""), bare: bare.replaceAll(MASK, "…") };
}

function countMasks(text: string): number {
  return text.split(MASK).length - 1;
}

function pieces(text: string, separator: RegExp): string[] {
  return spans(text, separator).map(({ start, end }) => text.slice(start, end));
}

/** Where the pieces between separators are, without the space around them. Empty pieces are left out. */
function spans(text: string, separator: RegExp): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  const add = (start: number, end: number) => {
    const piece = text.slice(start, end);
    const leading = piece.length - piece.trimStart().length;
    if (piece.trim() !== "") found.push({ start: start + leading, end: start + leading + piece.trim().length });
  };
  let from = 0;
  for (const match of text.matchAll(separator)) {
    add(from, match.index);
    from = match.index + match[0].length;
  }
  add(from, text.length);
  return found;
}
