import { z } from "zod";
import { frontendTool } from "../../../agent/tool";
import { selectorSchema } from "./selector";

export const fillField = frontendTool({
  name: "fill_field",
  description:
    'Put a value into one field of the shipping form on the user\'s page, replacing what is there. Dates are written YYYY-MM-DD; a checkbox takes "true" or "false". Returns the value that the field then has.',
  inputSchema: z.object({
    selector: selectorSchema,
    value: z.string().max(5_000).describe("The new value; an empty string clears the field."),
  }),
  // Filling in the same value again changes nothing.
  safeToRepeat: true,
});
