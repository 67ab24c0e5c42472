import { truncate } from "./truncate";

/** Readers for what a clause names: selectors, fields, orders, amounts. All of them are forgiving and none of them throws. */

const TAGS =
  "a|article|aside|body|button|dd|dialog|div|dl|dt|fieldset|footer|form|h[1-6]|header|html|img|input|label|legend|li|main|nav|ol|option|p|section|select|span|table|tbody|td|textarea|tfoot|th|thead|tr|ul";
const BARE_SELECTOR = new RegExp(`^(?:${TAGS})?(?:[#.][a-z_][\\w-]*|\\[[^\\]]+\\])+$`, "i");

/** Text in quotation marks or backticks, without them. */
export function quotedTexts(clause: string): string[] {
  return [...clause.matchAll(/"([^"]*)"|“([^”]*)”|`([^`]*)`|(?<=^|\s)'([^']*)'(?=$|[\s.,;?!])/g)].map(
    ([, straight, curly, tick, single]) => straight ?? curly ?? tick ?? single ?? "",
  );
}

const TAG = new RegExp(`^(${TAGS})s?$`, "i");

/** Names of elements that stand on their own, as in "the elements tr" or "the tables". */
export function tags(clause: string): string[] {
  return wordsOf(clause).flatMap((word, index, all) => {
    const tag = TAG.exec(word)?.[1]?.toLowerCase() ?? [];
    // Anywhere but at the end it is an article.
    return tag === "a" && (word.length > 1 || index < all.length - 1) ? [] : tag;
  });
}

/** CSS selectors: `#id`, `.class`, `[attribute]`, `tag.class`, and anything in backticks or quotation marks. */
export function selectors(clause: string): string[] {
  const quoted = quotedTexts(clause).filter((text) => text.trim() !== "");
  if (quoted.length > 0) return quoted;
  return wordsOf(clause).filter((word) => BARE_SELECTOR.test(word));
}

function wordsOf(clause: string): string[] {
  return clause.split(/\s+/).map((word) => word.replace(/^[(]+|[)?!,;:.]+$/g, ""));
}

/** The selectors of a clause, or the one of the thing that it names in words. */
export function selectorsOrNamed(clause: string, filler: RegExp): string[] {
  const found = selectors(clause);
  if (found.length > 0) return found;
  const name = fieldName(clause, filler);
  return name ? [`#${name}`] : [];
}

const ARTICLES =
  /^(?:the|a|an|my|this|that|these|those|its|their|our|of|on|in|at|to|for|from|with|here|page|there|please|now|me|you|i|can|could|would|will|just|is|are|was|do|does|what|whats|what's|which|it|and)$/i;

/** What is left of a clause as an id on the page: "the delivery date field" → `delivery-date`. */
export function fieldName(clause: string, filler: RegExp): string {
  const words = (clause.match(/[\p{L}\p{N}'-]+/gu) ?? []).filter((word) => !ARTICLES.test(word) && !filler.test(word));
  return truncate(words.map((word) => word.toLowerCase().replaceAll("'", "")).join("-"), 60);
}

/** Order ids, as written or by their number: `A-1001`, `a1001`, "order 1001". */
export function orderIds(clause: string): string[] {
  return [...clause.matchAll(/\bA[-\s]?(\d{1,9})\b|\border\s+(?:number\s+|no\.?\s+|#)?(\d{3,9})\b/gi)].map(
    ([, long, short]) => `A-${long ?? short}`,
  );
}

/** Amounts of money, order ids left out: `250`, `$12.50`, `1,250`. */
export function amounts(clause: string): number[] {
  const rest = clause.replace(/\bA[-\s]?\d{1,9}\b|\border\s+(?:number\s+|no\.?\s+|#)?\d{3,9}\b/gi, " ");
  return [...rest.matchAll(/(?<![\w.])-?\d{1,3}(?:,\d{3})+(?:\.\d+)?|(?<![\w.])-?\d{1,15}(?:\.\d+)?/g)].map(([text]) =>
    Number(text.replaceAll(",", "")),
  );
}

/** Whether every word of a clause is one of these: a clause that only names another object of the same verb. */
export function onlyWords(clause: string, word: RegExp): boolean {
  const words = clause.split(/\s+/).filter((part) => part !== "");
  return words.length > 0 && words.every((part) => word.test(part.replace(/[.,;:?!]+$/, "")));
}
