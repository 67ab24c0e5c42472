import { serveCopilotKit } from "@/lib/server/copilotkit";
import { route } from "@/lib/server/route";

export const maxDuration = 300;

/** What a CopilotKit page asks for first: which agents there are. */
export const GET = route(serveCopilotKit);

/** CopilotKit's turns, restores and stops. Whatever else a runtime may offer does not exist here. */
export const POST = route(serveCopilotKit);
