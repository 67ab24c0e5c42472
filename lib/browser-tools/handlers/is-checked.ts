import { findElement } from "../find-element";
import type { ToolHandler } from "../tool-handler";
import { touch } from "../touch";

function checkedState(element: Element): boolean | null {
  if (element instanceof HTMLInputElement && (element.type === "checkbox" || element.type === "radio")) {
    return element.checked;
  }
  const aria = element.getAttribute("aria-checked");
  return aria === null ? null : aria === "true";
}

export const isChecked: ToolHandler<"is_checked", boolean> = ({ selector }) => {
  const element = findElement(selector);
  const checked = checkedState(element);
  if (checked === null) throw new Error(`"${selector}" is not something that can be checked.`);
  touch(element, "read");
  return checked;
};
