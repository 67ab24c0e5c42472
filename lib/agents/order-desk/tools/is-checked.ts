import { z } from "zod";
import { frontendTool } from "../../../agent/tool";
import { selectorSchema } from "./selector";

export const isChecked = frontendTool({
  name: "is_checked",
  description:
    'Tell whether a checkbox on the user\'s page is ticked, for example "#gift-wrap". Fails when the selector matches nothing or something that cannot be ticked.',
  inputSchema: z.object({ selector: selectorSchema }),
  safeToRepeat: true,
});
