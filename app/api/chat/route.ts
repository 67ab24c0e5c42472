import { postChat } from "@/lib/server/chat";
import { route } from "@/lib/server/route";

/** Seconds for which a serverless function may go on after its response, for the run. */
export const maxDuration = 300;

/** The AI SDK's endpoint: a new turn or a continuation. */
export const POST = route(postChat);
