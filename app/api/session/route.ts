import { route } from "@/lib/server/route";

/** Makes an anonymous session where there is none. Its id is not told: the signed cookie is the session. */
export const GET = route(async () => ({ ok: true }), { session: "create" });
