/** Elements that stand within a word or sentence; every other one ends it. */
const INLINE = new Set(
  "a abbr b bdi cite code data del em i ins kbd mark q s samp small span strong sub sup time u var wbr".split(" "),
);

const SILENT = new Set(["script", "style", "template", "noscript"]);

function collect(node: Node, pieces: string[]): void {
  if (node instanceof Text) {
    pieces.push(node.data);
    return;
  }
  if (!(node instanceof Element)) return;
  const tag = node.localName;
  if (SILENT.has(tag)) return;
  const space = INLINE.has(tag) ? "" : " ";
  pieces.push(space);
  for (const child of node.childNodes) collect(child, pieces);
  pieces.push(space);
}

/**
 * The text of an element in one line. Unlike `textContent` it keeps the cells of a row apart, and unlike `innerText` it
 * does not depend on what is shown: on a phone the desk may be behind the conversation.
 */
export function elementText(element: Element): string {
  const pieces: string[] = [];
  collect(element, pieces);
  return pieces.join("").replace(/\s+/g, " ").trim();
}
