import { postAgUi } from "@/lib/server/agui";
import { route } from "@/lib/server/route";

/** Seconds for which a serverless function may go on after its response, for the run. */
export const maxDuration = 300;

/** The AG-UI endpoint: `RunAgentInput` in, AG-UI events out. */
export const POST = route(postAgUi);
