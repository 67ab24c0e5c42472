import { z } from "zod";
import { defineTool } from "../../../agent/tool";

const readable = new Intl.DateTimeFormat("en-US", { dateStyle: "full", timeStyle: "short", timeZone: "UTC" });

/** The time as the server sees it: ISO 8601 for calculating, a sentence for reading. */
export function createServerClock(now: () => Date = () => new Date()) {
  return defineTool({
    name: "server_clock",
    description: "The current date and time on the server, in UTC.",
    inputSchema: z.object({}),
    execute: () => {
      const time = now();
      return { iso: time.toISOString(), readable: `${readable.format(time)} UTC` };
    },
  });
}
