import type { PersonToolInputs } from "../agents/order-desk/frontend-tools.schema";
import type { HandledToolName } from "./tool-handler";

// What a page must know of a tool before it acts, repeated here so that it need not load the schemas. A missing name does
// not compile; that the answers agree with the declarations is tested.

const SAFE_TO_REPEAT: Record<HandledToolName, boolean> = {
  read_title: true,
  read_text: true,
  list_headings: true,
  read_form: true,
  is_checked: true,
  count_elements: true,
  read_attribute: true,
  fill_field: true,
  set_theme: true,
  copy_text: false,
};

const ANSWERED_BY_PERSON: Record<keyof PersonToolInputs, true> = { pick_date: true };

/** Whether a page may run a waiting call again by itself, although it may have run before a reload. */
export function isSafeToRepeat(toolName: string): boolean {
  return Object.hasOwn(SAFE_TO_REPEAT, toolName) && SAFE_TO_REPEAT[toolName as HandledToolName];
}

/** Whether this page has a handler for the tool. */
export function hasHandler(toolName: string): boolean {
  return Object.hasOwn(SAFE_TO_REPEAT, toolName);
}

/** Whether a card asks the person, instead of a handler. */
export function isAnsweredByPerson(toolName: string): toolName is keyof PersonToolInputs {
  return Object.hasOwn(ANSWERED_BY_PERSON, toolName);
}
