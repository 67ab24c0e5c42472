import { route } from "@/lib/server/route";
import { getWire } from "@/lib/server/wire";

export const maxDuration = 300;

/** The run log beside what each protocol's client receives for it. */
export const GET = route(getWire);
