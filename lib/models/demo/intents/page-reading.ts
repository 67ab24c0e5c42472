import { fieldName, onlyWords, orderIds, selectors, selectorsOrNamed, tags } from "../clause";
import { type Clause, call, type Intent, say } from "../intent";
import { code, quote } from "../quote";
import { isObject, parseJson, sentence, showResult, table } from "../show";

const SELECTOR_WORDS = /^(?:of|the|for|element|one|in|[#.[].*|`.*`|".*"|“.*”)$/i;
const repeatsSelector = (clause: Clause) => selectors(clause.text).length > 0 && onlyWords(clause.text, SELECTOR_WORDS);

const readTitle: Intent = {
  tool: "read_title",
  example: "What is the title of this page?",
  matches: ({ bare }) => /\btitle\b/i.test(bare),
  act: () => [call("read_title", {}, "read the title of the page")],
  report: (result) => sentence(`The title of the page is ${showResult(result)}`),
};

const READ_FILLER = /^(?:read|text|texts|content|contents|value|element|say|says|show|tell|field|inside|out|aloud)$/i;
const readText: Intent = {
  tool: "read_text",
  example: "Read the text of #summary",
  matches: ({ bare, text }) =>
    (/\bread\b|\b(?:texts?|contents?|value)\b.*\b(?:of|in)\b|\bwhat does\b.*\bsay\b/i.test(bare) &&
      orderIds(bare).length === 0) ||
    (selectors(bare).length > 0 && !/\b(?:set|click|delete|remove|is|are)\b/i.test(bare)) ||
    /^`[^`]+`$/.test(text.trim()),
  repeats: repeatsSelector,
  act: ({ text }) => {
    const found = selectorsOrNamed(text, READ_FILLER);
    if (found.length === 0)
      return [say("Which element shall I read? Name it by a CSS selector, for example `#summary`.")];
    return found.map((selector) => call("read_text", { selector }, `read the text of ${code(selector)}`));
  },
  report: (result, { selector }) => sentence(`The text of ${code(String(selector))} is ${showResult(result)}`),
};

const listHeadings: Intent = {
  tool: "list_headings",
  example: "List the headings",
  matches: ({ bare }) => /\b(?:headings?|outline)\b/i.test(bare),
  act: () => [call("list_headings", {}, "list the headings of the page")],
  report: (result) => {
    const headings = parseJson(result);
    if (!Array.isArray(headings)) return undefined;
    if (headings.length === 0) return "The page has no headings.";
    const lines = headings.map((heading: unknown) => {
      if (!isObject(heading)) return `- ${quote(String(heading))}`;
      const { level, text } = heading;
      const depth = typeof level === "number" ? Math.min(Math.max(Math.trunc(level), 1), 6) : 1;
      return `${"  ".repeat(depth - 1)}- ${quote(String(text ?? JSON.stringify(heading)))}`;
    });
    return `The page's headings (${headings.length}):\n\n${lines.join("\n")}`;
  },
};

const readForm: Intent = {
  tool: "read_form",
  example: "What is in the form?",
  matches: ({ bare }) => /\bform\b/i.test(bare),
  act: () => [call("read_form", {}, "read the form")],
  report: (result) => {
    const form = parseJson(result);
    if (!isObject(form)) return undefined;
    const rows = Object.entries(form).map(([field, value]) => ({ field, value: value === "" ? "(empty)" : value }));
    return rows.length === 0 ? "The form has no fields." : `The form holds:\n\n${table(rows)}`;
  },
};

const CHECK_FILLER =
  /^(?:checked|ticked|selected|check|checkbox|box|element|field|input|whether|if|or|not|tell|see|option)$/i;
const isChecked: Intent = {
  tool: "is_checked",
  example: "Is #gift-wrap checked?",
  matches: ({ bare }) => /\b(?:checked|ticked|checkbox)\b|\bis\b.*\bselected\b/i.test(bare),
  repeats: repeatsSelector,
  act: ({ text }) => {
    const found = selectorsOrNamed(text, CHECK_FILLER);
    return (found.length > 0 ? found : ['input[type="checkbox"]']).map((selector) =>
      call("is_checked", { selector }, `see whether ${code(selector)} is checked`),
    );
  },
  report: (result, { selector }) => {
    if (result !== "true" && result !== "false") return undefined;
    return `${code(String(selector))} is ${result === "true" ? "checked" : "not checked"} (\`${result}\`).`;
  },
};

const COUNTED: Record<string, string> = {
  order: ".order-row",
  row: ".order-row",
  heading: "h1, h2, h3, h4, h5, h6",
  link: "a",
  button: "button",
  image: "img",
  field: "input, select, textarea",
  input: "input",
  checkbox: 'input[type="checkbox"]',
  paragraph: "p",
};

/** The most exact of what a clause names: selectors, a noun of the page, elements by their tags, or just elements. */
function countedIn(text: string): string[] {
  const found = selectors(text);
  if (found.length > 0) return found;
  const named = (name: string) => new RegExp(`\\b${name}(?:s|es)?\\b`, "i").test(text);
  const noun = Object.keys(COUNTED).find(named);
  if (noun) return [COUNTED[noun] as string];
  // "The elements in the table" are not the table.
  const [counted = ""] = text.split(/\s(?:in|inside|on)\s/i);
  const byTag = tags(counted);
  if (byTag.length > 0) return byTag;
  return named("element") ? ["*"] : [];
}

const countElements: Intent = {
  tool: "count_elements",
  example: "How many .order-row elements are there?",
  // "How many orders are shipped?" is a question for the order book, not for the page.
  matches: ({ bare }) =>
    /\bhow many\b|\bcount\b|\bnumber of\b/i.test(bare) &&
    (selectors(bare).length > 0 || !/\b(?:processing|shipped|delivered|cancell?ed)\b/i.test(bare)),
  repeats: repeatsSelector,
  act: ({ text }) => {
    const counted = countedIn(text);
    if (counted.length === 0) return [say("What shall I count? Name it by a CSS selector, for example `.order-row`.")];
    return counted.map((selector) => call("count_elements", { selector }, `count ${code(selector)}`));
  },
  report: (result, { selector }) => `The page has ${showResult(result)} elements that match ${code(String(selector))}.`,
};

/** Where a clause names an attribute, the surest place first. */
const ATTRIBUTE_NAMES = [
  /\battribute\s+[`"“']?(?!(?:of|in|on)\b)([a-z][\w:-]*)/i,
  /\b((?:data|aria)-[\w-]+|href|src|alt|placeholder)\b/i,
  /\b([a-z][\w:-]*)[`"”']?\s+attribute\b/i,
];
const readAttribute: Intent = {
  tool: "read_attribute",
  example: "Read the attribute data-status of .order-row",
  matches: ({ bare }) =>
    /\battribute\b|\b(?:data|aria)-[\w-]+\b.*\bof\b|\b(?:href|src|alt|placeholder)\b.*\bof\b/i.test(bare),
  act: ({ text }) => {
    const name = ATTRIBUTE_NAMES.map((pattern) => pattern.exec(text)?.[1]).find((found) => found !== undefined);
    // A selector may be quoted, and so may the name.
    const found = selectors(text).filter((selector) => selector !== name);
    const rest = name ? text.replace(name, " ") : text;
    const selector = found[0] ?? `#${fieldName(rest, /^(?:read|attribute|element|value|field|input|row)$/i)}`;
    if (!name || selector === "#") {
      return [say("Which attribute of which element? For example: read the attribute `data-status` of `.order-row`.")];
    }
    return [call("read_attribute", { selector, name }, `read the attribute ${code(name)} of ${code(selector)}`)];
  },
  report: (result, { selector, name }) => {
    const attribute = `The attribute ${code(String(name))} of ${code(String(selector))}`;
    return result === "null"
      ? `${attribute} is \`null\`: the element does not have it.`
      : sentence(`${attribute} is ${showResult(result)}`);
  },
};

/** What the model can read on the page. Earlier ones win where two would match. */
export const pageReading: Intent[] = [
  readAttribute,
  isChecked,
  countElements,
  listHeadings,
  readForm,
  readTitle,
  readText,
];
