import { route } from "@/lib/server/route";
import { deleteThread, inspectThread } from "@/lib/server/threads";

/** The thread and its latest run. */
export const GET = route(inspectThread);

/** Deletes history and run. */
export const DELETE = route(deleteThread);
