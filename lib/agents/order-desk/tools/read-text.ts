import { z } from "zod";
import { frontendTool } from "../../../agent/tool";
import { selectorSchema } from "./selector";

export const readText = frontendTool({
  name: "read_text",
  description:
    "Read the text of one element on the user's page, or the current value of a form field. Fails when nothing matches the selector. The summary of all orders is in #summary.",
  inputSchema: z.object({ selector: selectorSchema }),
  safeToRepeat: true,
});
