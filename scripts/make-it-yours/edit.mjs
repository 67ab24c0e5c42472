// Lines that belong to a feature say so themselves:
//   one line:       { id: "ag-ui", … }, // only with agui
//   several lines:  // only with order-desk {
//                   …
//                   // } only with order-desk
// Two names, "only with agui, copilotkit", mean that the lines stay as long as one of the two does.

const END = /(?:\/\/|\{?\/\*) \} only with /;
const START = /(?:\/\/|\{?\/\*) only with ([\w-]+(?:, [\w-]+)*) \{/;
const LINE = /(?:\/\/|\{?\/\*) only with ([\w-]+(?:, [\w-]+)*)(?: \*\/\}?)?$/;

/** The text without the lines of features that are gone, and without the marks of those that stay. */
export function keepLines(text, gone) {
  const kept = [];
  let dropping = false;
  const isGone = (names) => names.split(", ").every((name) => gone.includes(name));
  for (const line of text.split("\n")) {
    const trimmed = line.trimEnd();
    const start = START.exec(trimmed);
    const one = LINE.exec(trimmed);
    if (END.test(trimmed)) dropping = false;
    else if (start) dropping = isGone(start[1]);
    else if (dropping) continue;
    else if (!one) kept.push(line);
    else if (!isGone(one[1])) kept.push(trimmed.slice(0, one.index).trimEnd());
  }
  return kept.join("\n");
}
