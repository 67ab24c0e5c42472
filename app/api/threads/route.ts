import { route } from "@/lib/server/route";
import { listThreads } from "@/lib/server/threads";

export const GET = route(listThreads);
