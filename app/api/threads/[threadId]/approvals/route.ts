import { postApprovals } from "@/lib/server/native";
import { route } from "@/lib/server/route";

export const maxDuration = 300;

/** `{ decisions: { callId: "approve" | "reject" | ["reject", reason] } }` */
export const POST = route(postApprovals);
