import { AppError } from "@/lib/errors";
import { route } from "@/lib/server/route";

/** Whatever else an address under `/api` may say: an answer that a client can read, instead of Next's page. */
const nothing = async () => {
  throw new AppError("not-found", "There is no such route.");
};

export const GET = route(nothing, { session: "none" });
export const POST = route(nothing, { session: "none" });
export const PUT = route(nothing, { session: "none" });
export const PATCH = route(nothing, { session: "none" });
export const DELETE = route(nothing, { session: "none" });
