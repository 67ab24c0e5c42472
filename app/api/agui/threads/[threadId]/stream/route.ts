import { streamAgUi } from "@/lib/server/agui";
import { route } from "@/lib/server/route";

export const maxDuration = 300;

/** The live run, for an AG-UI client that comes back to it; 204 when nothing runs. */
export const GET = route(streamAgUi);
