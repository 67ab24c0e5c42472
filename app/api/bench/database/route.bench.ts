import { postDatabaseTask } from "@/bench/server/database-task";
import { route } from "@/lib/server/route";

/** Counters, sizes and seeds for the bench. Compiled only into a bench build. */
export const POST = route(postDatabaseTask);
