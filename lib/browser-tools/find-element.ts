/** Everything on the page that matches. Throws a readable error for what is not a selector. */
export function findElements(selector: string): Element[] {
  if (typeof selector !== "string" || selector.trim() === "") throw new Error("A CSS selector is needed.");
  try {
    return [...document.querySelectorAll(selector)];
  } catch {
    throw new Error(`"${selector}" is not a valid CSS selector.`);
  }
}

/** The first match. Throws a readable error when there is none. */
export function findElement(selector: string): Element {
  const [element] = findElements(selector);
  if (!element) throw new Error(`Nothing on the page matches "${selector}".`);
  return element;
}

/** The part of the page that the agent works on; the whole document on a page that marks none. */
export function agentSurface(): ParentNode {
  return document.querySelector("[data-agent-surface]") ?? document;
}
