import { quotedTexts, selectorsOrNamed } from "../clause";
import { call, type Intent, say } from "../intent";
import { code, quote } from "../quote";
import { sentence, showResult } from "../show";
import { truncate } from "../truncate";

// One `\s` on each side: with more, a long run of spaces could be divided in too many ways.
const FILL_FORMS: { pattern: RegExp; field: number; value: number }[] = [
  { pattern: /\b(?:fill|populate)\b(?:\s(?:in|out|up))?\s(.+?)\s(?:with|by)\s(.+)$/is, field: 1, value: 2 },
  { pattern: /\b(?:set|change|update)\s(.+?)\sto\s(.+)$/is, field: 1, value: 2 },
  { pattern: /\b(?:type|enter|put)\s(.+?)\s(?:in|into)\s(.+)$/is, field: 2, value: 1 },
  { pattern: /\bwrite\s(.+?)\sinto\s(.+)$/is, field: 2, value: 1 },
];
const TICK = /\b(un)?(?:tick|check)\s+(.*(?:\bbox\b|\bcheckbox\b|#).*)$/is;
const CLEAR = /\b(?:clear|empty)\s+(.*(?:\bfield\b|#).*)$/is;

function readFill(text: string): { field: string; value: string } | undefined {
  for (const { pattern, field, value } of FILL_FORMS) {
    const found = pattern.exec(text);
    if (found) return { field: found[field] ?? "", value: unwrap(found[value] ?? "") };
  }
  const tick = TICK.exec(text);
  if (tick) return { field: tick[2] ?? "", value: tick[1] ? "false" : "true" };
  const clear = CLEAR.exec(text);
  return clear ? { field: clear[1] ?? "", value: "" } : undefined;
}

/** A value without the quotation marks around it, or without the full stop that ends the sentence. */
function unwrap(text: string): string {
  const trimmed = text.trim();
  const [only] = quotedTexts(trimmed);
  if (only !== undefined && /^["“`'].*["”`'][.!]?$/s.test(trimmed)) return only;
  return trimmed.replace(/[.!]+$/, "");
}

const fillField: Intent = {
  tool: "fill_field",
  example: "Fill the note with leave it at the door",
  openEnded: true,
  matches: ({ bare }) => !/\b(?:theme|mode|checked|ticked|whether)\b/i.test(bare) && readFill(bare) !== undefined,
  act: ({ text }) => {
    const fill = readFill(text);
    const selector = fill && selectorsOrNamed(fill.field, /^(?:field|input|box|checkbox|textarea|value|off)$/i)[0];
    if (!fill || !selector)
      return [say('Which field, and with what? For example: fill #note with "leave it at the door".')];
    return [call("fill_field", { selector, value: fill.value }, `fill ${code(selector)}`)];
  },
  report: (result, { selector }) =>
    sentence(`The field ${code(String(selector))} is filled; the page answered ${showResult(result)}`),
};

const setTheme: Intent = {
  tool: "set_theme",
  example: "Switch to the dark theme",
  matches: ({ bare }) =>
    /\btheme\b/i.test(bare) ||
    /\b(?:dark|light)\b.*\b(?:mode|colou?rs?)\b|\b(?:make|turn|switch|go)\b.*\b(?:dark|light)\b/i.test(bare),
  act: ({ text }) => {
    const theme = /\blight\b/i.test(text) ? "light" : /\bsystem\b/i.test(text) ? "system" : "dark";
    return [call("set_theme", { theme }, `switch to the ${theme} theme`)];
  },
  report: (result, { theme }) =>
    sentence(`The theme is set to ${String(theme)}; the page answered ${showResult(result)}`),
};

const copyText: Intent = {
  tool: "copy_text",
  example: 'Copy "see you on Monday"',
  openEnded: true,
  matches: ({ bare }) => /\bcopy\b/i.test(bare),
  act: ({ text }) => {
    const wanted = quotedTexts(text)[0] ?? unwrap(/\bcopy\b\s*(.*)$/is.exec(text)?.[1] ?? "");
    const copied = wanted
      .replace(/\s*\b(?:to|into|on)\s+(?:the|my)\s+clipboard\b.*$/is, "")
      .replace(/^(?:the\s+)?text\s+/i, "");
    if (copied.trim() === "") return [say('What shall I copy? For example: copy "see you on Monday".')];
    return [call("copy_text", { text: copied }, `copy ${quote(copied)} to your clipboard`)];
  },
  report: (result, { text }) => sentence(`${quote(String(text))} was copied; the page answered ${showResult(result)}`),
};

const pickDate: Intent = {
  tool: "pick_date",
  example: "Pick a delivery date for A-1003",
  matches: ({ bare }) =>
    /\b(?:pick|choose|select|schedule|reschedule)\b.*\b(?:date|day|delivery|pickup|A-\d+)\b|\bdelivery date\b|\b(?:re)?schedule\b/i.test(
      bare,
    ),
  act: ({ text }) => {
    const purpose = /\bfor\s+(?:the\s+)?(.+)$/is.exec(text)?.[1]?.replace(/[.!?]+$/, "");
    const subject = /\bdelivery\b/i.test(text) && !/\bdelivery\b/i.test(purpose ?? "") ? "Delivery date" : "Date";
    const label = truncate(purpose ? `${subject} for ${purpose}` : "Delivery date", 120).trim();
    return [call("pick_date", { label }, "ask you to pick a date")];
  },
  report: (result, { label }) => sentence(`For ${quote(String(label))} you picked ${showResult(result)}`),
};

/** What the model can do on the page. Earlier ones win where two would match. */
export const pageWriting: Intent[] = [copyText, fillField, setTheme];

/** Last among the page's intents: dates are also read and filled in. */
export const personAsking: Intent[] = [pickDate];
