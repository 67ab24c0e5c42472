/**
 * Text of somebody else inside our markdown: in quotation marks when it is plain, as code when it contains anything that
 * markdown would act on. What a page or a tool says must not turn into a link or an image here.
 */
export function quote(text: string): string {
  if (text === "") return "an empty text";
  if (text.includes("\n")) return fenced(text);
  return /[\\`*_[\]<>!#|~&$]|:\/\//.test(text) ? code(text) : `“${text}”`;
}

/** As inline code. Its fence is longer than any run of backticks in the text. */
export function code(text: string): string {
  const fence = "`".repeat(longestRun(text) + 1);
  const padding = text.startsWith("`") || text.endsWith("`") ? " " : "";
  return `${fence}${padding}${text}${padding}${fence}`;
}

/** As a code block on lines of its own. */
export function fenced(text: string, language = ""): string {
  const fence = "`".repeat(Math.max(3, longestRun(text) + 1));
  return `\n\n${fence}${language}\n${text}\n${fence}`;
}

/** As a cell of a table, where a bar would end the cell even inside code. */
export function cell(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  const text = (typeof value === "string" ? value : JSON.stringify(value)).replace(/\s+/g, " ");
  return /[\\`*_[\]<>!#~&$|]|:\/\//.test(text) ? code(text).replaceAll("|", "\\|") : text;
}

function longestRun(text: string): number {
  let longest = 0;
  for (const run of text.match(/`+/g) ?? []) longest = Math.max(longest, run.length);
  return longest;
}
