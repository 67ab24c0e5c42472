import { promptOfStep } from "@/lib/server/inspector";
import { route } from "@/lib/server/route";

/** What the model saw at one step. */
export const GET = route(promptOfStep);
