import { z } from "zod";
import { frontendTool } from "../../../agent/tool";

export const readForm = frontendTool({
  name: "read_form",
  description:
    "Read the shipping form on the user's page as it stands now: field name to value, true or false for checkboxes. An empty string is an empty field.",
  inputSchema: z.object({}),
  safeToRepeat: true,
});
