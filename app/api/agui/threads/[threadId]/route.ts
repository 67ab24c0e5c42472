import { hydrateAgUi } from "@/lib/server/agui";
import { route } from "@/lib/server/route";

/** A thread as an AG-UI client held it when its stream ended. */
export const GET = route(hydrateAgUi);
