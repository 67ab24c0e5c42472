import { postRecover } from "@/lib/server/native";
import { route } from "@/lib/server/route";

export const maxDuration = 300;

/** `{ runId, attempt }` continues a failed or dead run, if it is still the one that the caller saw. */
export const POST = route(postRecover);
