import { postFault } from "@/lib/server/faults";
import { route } from "@/lib/server/route";

/** Breaks the running run on purpose; only where the fault lab is on. */
export const POST = route(postFault);
