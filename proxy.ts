import { type NextRequest, NextResponse } from "next/server";
import { AppError } from "@/lib/errors";
import { toErrorResponse } from "@/lib/http/errors";
import { createId } from "@/lib/ids";
import { sessions } from "@/lib/server/session";

/** No page has this address: it shows the not-found page. */
const NOWHERE = "/nowhere";

/**
 * Gives every page its anonymous session with the document itself: by the time a script runs, the browser has the
 * cookie, and however many requests the page then makes at once, all of them carry the same one.
 */
export async function proxy(request: NextRequest): Promise<Response> {
  const { pathname } = request.nextUrl;
  const api = pathname.startsWith("/api/");
  const decodable = isDecodable(pathname);
  if (api && decodable) return NextResponse.next();
  // Next would decode it after us, and answer with a 500 of its own.
  if (api) {
    return toErrorResponse(new AppError("invalid-input", "The address is not correctly encoded."), createId("req"));
  }
  const response = decodable ? NextResponse.next() : NextResponse.rewrite(new URL(NOWHERE, request.url));
  const { setCookie } = await sessions.ensure(request);
  if (setCookie) {
    response.headers.append("set-cookie", setCookie);
    // A cache between us and the browser must not hand one visitor's cookie to the next.
    response.headers.set("cache-control", "private, no-store");
  }
  return response;
}

function isDecodable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}

/**
 * Pages only, and addresses that may not be decodable: neither the API, which has its own rules, nor Next's files, nor those at the top of `public/`. Deeper down a
 * dot may be part of a thread's id.
 */
export const config = { matcher: ["/((?!api/|_next/|[^/]*\\.[^/]*$).*)", "/api/(.*%.*)"] };
