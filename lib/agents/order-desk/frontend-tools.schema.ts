import type { ClientTool } from "../../agent/events";
import type { FrontendTool, ToolInput } from "../../agent/tool";
import { toJsonSchema } from "../../agent/tool";
import { copyText } from "./tools/copy-text";
import { countElements } from "./tools/count-elements";
import { fillField } from "./tools/fill-field";
import { isChecked } from "./tools/is-checked";
import { listHeadings } from "./tools/list-headings";
import { pickDate } from "./tools/pick-date";
import { readAttribute } from "./tools/read-attribute";
import { readForm } from "./tools/read-form";
import { readText } from "./tools/read-text";
import { readTitle } from "./tools/read-title";
import { setTheme } from "./tools/set-theme";

// This file and what it imports are declarations only, so that pages may load it too.

/** Tools that a handler in the browser answers. `lib/browser-tools` must have one for each, or it does not compile. */
export const handledTools = [
  readTitle,
  readText,
  listHeadings,
  readForm,
  isChecked,
  countElements,
  readAttribute,
  fillField,
  setTheme,
  copyText,
] as const;

/** Tools that a person answers in a card. */
export const personTools = [pickDate] as const;

/** Everything this agent can ask of a page. */
export const frontendTools = [...handledTools, ...personTools] as const;

type InputsOf<Tools extends readonly FrontendTool[]> = {
  [Tool in Tools[number] as Tool["name"]]: ToolInput<Tool["inputSchema"]>;
};

/** Tool name → its input, as the schema parses it. */
export type HandledToolInputs = InputsOf<typeof handledTools>;
export type PersonToolInputs = InputsOf<typeof personTools>;

/** The tools as an AG-UI client declares them: name, description, JSON schema. */
export function toClientTools(tools: readonly FrontendTool[] = frontendTools): ClientTool[] {
  return tools.map(({ name, description, inputSchema }) => ({
    name,
    description,
    parameters: toJsonSchema(inputSchema),
  }));
}
