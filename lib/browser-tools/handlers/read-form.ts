import { agentSurface } from "../find-element";
import type { ToolHandler } from "../tool-handler";
import { touch } from "../touch";

type FormValues = { [name: string]: string | boolean };

/** Field name → value of the form on the agent's surface; a checkbox is true or false, a radio group its chosen value. */
export const readForm: ToolHandler<"read_form", FormValues> = () => {
  const form = agentSurface().querySelector("form");
  if (!form) throw new Error("There is no form on this page now.");
  const values: FormValues = {};
  for (const field of form.elements) {
    if (field instanceof HTMLInputElement && field.name) {
      if (field.type === "checkbox") values[field.name] = field.checked;
      else if (field.type === "radio") values[field.name] = field.checked ? field.value : (values[field.name] ?? "");
      else if (field.type !== "password" && field.type !== "file") values[field.name] = field.value;
    } else if ((field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement) && field.name) {
      values[field.name] = field.value;
    }
  }
  touch(form, "read");
  return values;
};
