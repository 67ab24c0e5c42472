import { route } from "@/lib/server/route";
import { listInbox } from "@/lib/server/threads";

/** Every wait that needs a person, over all threads of the session. */
export const GET = route(listInbox);
