import { postResults } from "@/lib/server/native";
import { route } from "@/lib/server/route";

export const maxDuration = 300;

/** `{ results: { callId: { result } | { error } } }` */
export const POST = route(postResults);
