import { z } from "zod";
import { frontendTool } from "../../../agent/tool";
import { selectorSchema } from "./selector";

export const readAttribute = frontendTool({
  name: "read_attribute",
  description:
    'Read one attribute of an element on the user\'s page, for example "data-status" of an order row. null when the element lacks the attribute; fails when nothing matches the selector.',
  inputSchema: z.object({
    selector: selectorSchema,
    name: z.string().trim().min(1).max(100).describe('Attribute name, for example "data-status".'),
  }),
  safeToRepeat: true,
});
