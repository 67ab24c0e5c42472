import { z } from "zod";
import { frontendTool } from "../../../agent/tool";

export const listHeadings = frontendTool({
  name: "list_headings",
  description:
    "List the headings of the user's page in reading order, each with its level (1 to 6) and text. Use it to learn how the page is organised.",
  inputSchema: z.object({}),
  safeToRepeat: true,
});
