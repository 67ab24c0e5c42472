import { runRetention } from "@/lib/server/retention";
import { route } from "@/lib/server/route";

export const maxDuration = 300;

/** For a scheduler that knows `CRON_SECRET`: deletes the logs of runs that ended long ago. */
export const GET = route(runRetention, { session: "none" });
