import { route } from "@/lib/server/route";
import { abandonThread } from "@/lib/server/threads";

/** Discards a paused, failed or dead run. */
export const POST = route(abandonThread);
