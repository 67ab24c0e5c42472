import { postMessage } from "@/lib/server/native";
import { route } from "@/lib/server/route";

export const maxDuration = 300;

/** `{ text }` starts a turn. */
export const POST = route(postMessage);
