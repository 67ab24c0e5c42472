import { type NextRequest, NextResponse } from "next/server";
import { sessions } from "@/lib/server/session";

/**
 * Gives every page its anonymous session with the document itself: by the time a script runs, the browser has the
 * cookie, and however many requests the page then makes at once, all of them carry the same one.
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const response = NextResponse.next();
  const { setCookie } = await sessions.ensure(request);
  if (setCookie) {
    response.headers.append("set-cookie", setCookie);
    // A cache between us and the browser must not hand one visitor's cookie to the next.
    response.headers.set("cache-control", "private, no-store");
  }
  return response;
}

/**
 * Pages only: neither the API, which has its own rules, nor Next's files, nor those at the top of `public/`. Deeper down a
 * dot may be part of a thread's id.
 */
export const config = { matcher: ["/((?!api/|_next/|[^/]*\\.[^/]*$).*)"] };
