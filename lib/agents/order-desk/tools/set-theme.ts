import { z } from "zod";
import { frontendTool } from "../../../agent/tool";

export const setTheme = frontendTool({
  name: "set_theme",
  description: "Switch the user's page to its light or dark colours; \"system\" follows the user's device again.",
  inputSchema: z.object({ theme: z.enum(["light", "dark", "system"]) }),
  safeToRepeat: true,
});
