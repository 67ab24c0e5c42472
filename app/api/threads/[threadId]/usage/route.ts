import { route } from "@/lib/server/route";
import { getUsage } from "@/lib/server/usage";

/** What the model steps of one run have used: `?runId=`, or `?messageId=` of an answer. */
export const GET = route(getUsage);
