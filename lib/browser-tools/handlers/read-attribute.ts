import { findElement } from "../find-element";
import type { ToolHandler } from "../tool-handler";
import { touch } from "../touch";

/** The attribute as written in the page; `null` when the element lacks it. */
export const readAttribute: ToolHandler<"read_attribute", string | null> = ({ selector, name }) => {
  const element = findElement(selector);
  if (typeof name !== "string" || name.trim() === "") throw new Error("The name of an attribute is needed.");
  const value = element.getAttribute(name);
  touch(element, "read");
  return value;
};
