import { route } from "@/lib/server/route";
import { deleteThread, inspectThread, renameThread } from "@/lib/server/threads";

/** The thread and its latest run. */
export const GET = route(inspectThread);

/** Renames the thread. */
export const PATCH = route(renameThread);

/** Deletes history and run. */
export const DELETE = route(deleteThread);
