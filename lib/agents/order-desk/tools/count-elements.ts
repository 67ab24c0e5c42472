import { z } from "zod";
import { frontendTool } from "../../../agent/tool";
import { selectorSchema } from "./selector";

export const countElements = frontendTool({
  name: "count_elements",
  description:
    'Count the elements on the user\'s page that match a selector, for example ".order-row". 0 when nothing matches.',
  inputSchema: z.object({ selector: selectorSchema }),
  safeToRepeat: true,
});
