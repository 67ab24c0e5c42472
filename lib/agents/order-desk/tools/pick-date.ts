import { z } from "zod";
import { frontendTool } from "../../../agent/tool";

export const pickDate = frontendTool({
  name: "pick_date",
  description:
    "Ask the user to choose a date in a card and wait for their choice, returned as YYYY-MM-DD. Use it instead of guessing a date that only they can decide.",
  inputSchema: z.object({
    label: z.string().trim().min(1).max(120).describe('What the date is for, for example "Delivery date for A-1003".'),
    earliest: z.iso
      .date()
      .optional()
      .describe(
        "The earliest date to offer, as YYYY-MM-DD. Leave it out for today; give it when the date may lie in the past.",
      ),
  }),
  answeredBy: "person",
});
