import { elementText } from "../element-text";
import { findElement } from "../find-element";
import type { ToolHandler } from "../tool-handler";
import { touch } from "../touch";

/** A model needs the gist of a long element, not the page's whole weight in its prompt. */
const LONGEST_TEXT = 8_000;

function textOf(element: Element): string {
  if (element instanceof HTMLInputElement && element.type === "password") throw new Error("A password is not read.");
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) return element.value;
  if (element instanceof HTMLSelectElement) return element.selectedOptions[0]?.text ?? "";
  return elementText(element);
}

/** The text in one line; of a field, its value. */
export const readText: ToolHandler<"read_text", string> = ({ selector }) => {
  const element = findElement(selector);
  const text = textOf(element);
  touch(element, "read");
  return text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT)} … (${text.length} characters in all)`;
};
