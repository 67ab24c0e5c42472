import { z } from "zod";
import { frontendTool } from "../../../agent/tool";

/** Shown to the person who approves, whoever declares the tool. */
export const CLIPBOARD_REASON = "This text replaces whatever is on your clipboard now.";

export const copyText = frontendTool({
  name: "copy_text",
  description:
    "Put text on the user's clipboard. The user is asked first, because it replaces what they copied before. Only when they ask for a copy.",
  inputSchema: z.object({ text: z.string().min(1).max(20_000) }),
  approval: CLIPBOARD_REASON,
});
