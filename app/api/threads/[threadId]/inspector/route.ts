import { inspectDeeply } from "@/lib/server/inspector";
import { route } from "@/lib/server/route";

/** Everything about the latest run that is not in its log. */
export const GET = route(inspectDeeply);
