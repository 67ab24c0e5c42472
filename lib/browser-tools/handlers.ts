import { copyText } from "./handlers/copy-text";
import { countElements } from "./handlers/count-elements";
import { fillField } from "./handlers/fill-field";
import { isChecked } from "./handlers/is-checked";
import { listHeadings } from "./handlers/list-headings";
import { readAttribute } from "./handlers/read-attribute";
import { readForm } from "./handlers/read-form";
import { readText } from "./handlers/read-text";
import { readTitle } from "./handlers/read-title";
import { setTheme } from "./handlers/set-theme";
import type { HandledToolName, ToolHandler } from "./tool-handler";

/** Handler by tool name. A tool declared without one, a handler without a tool, or a wrong input does not compile. */
export const handlers = {
  read_title: readTitle,
  read_text: readText,
  list_headings: listHeadings,
  read_form: readForm,
  is_checked: isChecked,
  count_elements: countElements,
  read_attribute: readAttribute,
  fill_field: fillField,
  set_theme: setTheme,
  copy_text: copyText,
} satisfies { [Name in HandledToolName]: ToolHandler<Name> };
