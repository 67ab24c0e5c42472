import { getEvents } from "@/lib/server/events";
import { route } from "@/lib/server/route";

export const maxDuration = 300;

/** The run log: events over SSE, or a page of JSON. */
export const GET = route(getEvents);
