import { agentSurface, findElement } from "../find-element";
import type { ToolHandler } from "../tool-handler";
import { touch } from "../touch";

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const NOT_FILLABLE = new Set(["button", "file", "hidden", "image", "password", "radio", "reset", "submit"]);

function fieldAt(selector: string): Field {
  const element = findElement(selector);
  const isField =
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement ||
    (element instanceof HTMLInputElement && !NOT_FILLABLE.has(element.type));
  if (!isField) throw new Error(`"${selector}" is not a field that can be filled in.`);
  // An agent must not write into the composer or answer its own approval card.
  if (!agentSurface().contains(element)) throw new Error(`"${selector}" is for the user to fill in.`);
  if (element.disabled || (!(element instanceof HTMLSelectElement) && element.readOnly)) {
    throw new Error(`"${selector}" cannot be changed now.`);
  }
  return element;
}

/**
 * React replaces the `value` property of a field it controls and ignores a change made through it. The prototype's
 * setter followed by the events of a real edit is what it takes for typing.
 */
function write(field: Field, value: string): void {
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set;
  if (setter) setter.call(field, value);
  else field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

function fillCheckbox(box: HTMLInputElement, selector: string, value: string): boolean {
  if (value !== "true" && value !== "false")
    throw new Error(`"${selector}" is a checkbox: it takes "true" or "false".`);
  if (box.checked !== (value === "true")) box.click();
  return box.checked;
}

function fillSelect(select: HTMLSelectElement, selector: string, value: string): string {
  const options = [...select.options];
  const option = options.find((each) => each.value === value) ?? options.find((each) => each.text.trim() === value);
  if (!option) {
    throw new Error(
      `"${selector}" has no option "${value}". It has: ${options.map((each) => each.text.trim()).join(", ")}.`,
    );
  }
  write(select, option.value);
  return select.value;
}

function fillText(field: HTMLInputElement | HTMLTextAreaElement, selector: string, value: string): string {
  const before = field.value;
  write(field, value);
  // A date or number field empties itself when it cannot read what it is given.
  if (value !== "" && field.value === "") {
    write(field, before);
    throw new Error(
      `"${selector}" does not accept "${value}"${field.type === "date" ? ": a date is written YYYY-MM-DD" : ""}.`,
    );
  }
  return field.value;
}

/** The name of the field and the value that it has afterwards, which a form may have tidied. */
export const fillField: ToolHandler<"fill_field", { field: string; value: string | boolean }> = (input) => {
  const { selector } = input;
  const value = String(input.value ?? "");
  const field = fieldAt(selector);
  touch(field, "write");
  const name = field.name || field.id || selector;
  if (field instanceof HTMLSelectElement) return { field: name, value: fillSelect(field, selector, value) };
  if (field.type === "checkbox" && field instanceof HTMLInputElement) {
    return { field: name, value: fillCheckbox(field, selector, value) };
  }
  return { field: name, value: fillText(field, selector, value) };
};
