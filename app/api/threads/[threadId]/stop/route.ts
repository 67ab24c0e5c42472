import { route } from "@/lib/server/route";
import { stopThread } from "@/lib/server/threads";

/** Ends the live run; partial text is kept. */
export const POST = route(stopThread);
