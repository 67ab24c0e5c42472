/** At most `length` UTF-16 units of a text, never half a code point: databases refuse a lone surrogate. */
export function truncate(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");
}
