import { z } from "zod";
import { frontendTool } from "../../../agent/tool";

export const readTitle = frontendTool({
  name: "read_title",
  description: "Read the title of the page the user is looking at.",
  inputSchema: z.object({}),
  safeToRepeat: true,
});
