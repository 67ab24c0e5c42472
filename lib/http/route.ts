import { createId } from "../ids";
import { checkContentType } from "./body";
import { toErrorResponse } from "./errors";
import type { LogSink } from "./log";
import { checkOrigin } from "./origin";
import type { RateLimiter } from "./rate-limit";
import type { Session, Sessions } from "./session";

/** What a handler is given. `params` are the path's dynamic segments. */
export interface RouteContext<S extends Session | null = Session> {
  request: Request;
  params: Record<string, string>;
  session: S;
  requestId: string;
}

/** A response, or a value that is answered as JSON. */
export type RouteResult = Response | object;

/** What Next calls. Catch-all segments arrive as arrays. */
export type RouteHandler = (
  request: Request,
  context?: { params?: Promise<Record<string, string | string[] | undefined>> },
) => Promise<Response>;

export interface RouteOptions<Mode extends SessionMode> {
  /** `required` (default): 401 without one · `create`: made where there is none · `none`: open to everybody. */
  session?: Mode;
}
export type SessionMode = "required" | "create" | "none";
type SessionOf<Mode extends SessionMode> = Mode extends "none" ? null : Session;

/** Wraps a handler in what every route does; see {@link createRoute}. */
export type Route = <Mode extends SessionMode = "required">(
  handler: (context: RouteContext<SessionOf<Mode>>) => Promise<RouteResult>,
  options?: RouteOptions<Mode>,
) => RouteHandler;

export interface RouteParts {
  log?: LogSink;
  /** Asked for with each request that is more than reading; `null`: there is no limit. */
  limiter?: () => RateLimiter | null;
}

/**
 * Every route goes through here: it gives the request an id, refuses foreign origins and bodies that are not JSON,
 * checks the session and its rate, and turns whatever is thrown into the contract's error shape.
 */
export function createRoute(sessions: Sessions, { log, limiter }: RouteParts = {}): Route {
  return <Mode extends SessionMode = "required">(
    handler: (context: RouteContext<SessionOf<Mode>>) => Promise<RouteResult>,
    options: RouteOptions<Mode> = {},
  ): RouteHandler =>
    async (request, next) => {
      const requestId = createId("req");
      let response: Response;
      try {
        checkOrigin(request);
        const reads = request.method === "GET" || request.method === "HEAD";
        if (!reads) checkContentType(request);
        const { session, setCookie } = await openSession(sessions, request, options.session ?? "required");
        if (!reads && session) limiter?.()?.count(session.id);
        const params = toParams(await next?.params);
        const context = { request, params, requestId, session } as RouteContext<SessionOf<Mode>>;
        response = withCookie(toResponse(await handler(context)), setCookie);
      } catch (error) {
        const scene = { method: request.method, path: new URL(request.url).pathname };
        response = toErrorResponse(error, requestId, { scene, ...(log ? { log } : {}) });
      }
      return withHeader(response, "x-request-id", requestId);
    };
}

async function openSession(
  sessions: Sessions,
  request: Request,
  mode: SessionMode,
): Promise<{ session: Session | null; setCookie: string | null }> {
  if (mode === "none") return { session: null, setCookie: null };
  if (mode === "create") return sessions.ensure(request);
  return { session: await sessions.require(request), setCookie: null };
}

function toParams(params: Record<string, string | string[] | undefined> = {}): Record<string, string> {
  const entries = Object.entries(params).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, Array.isArray(value) ? value.join("/") : value] as const],
  );
  return Object.fromEntries(entries);
}

function toResponse(result: RouteResult): Response {
  if (result instanceof Response) return result;
  // What a thread holds is private and changes with every answer.
  return Response.json(result, { headers: { "cache-control": "no-store" } });
}

function withCookie(response: Response, setCookie: string | null): Response {
  return setCookie ? withHeader(response, "set-cookie", setCookie, true) : response;
}

/** Headers of a response that somebody else made may be immutable: then it is made again around the same body. */
function withHeader(response: Response, name: string, value: string, append = false): Response {
  try {
    if (append) response.headers.append(name, value);
    else response.headers.set(name, value);
    return response;
  } catch {
    const { status, statusText, headers, body } = response;
    const copy = new Response(body, { status, statusText, headers: new Headers(headers) });
    return withHeader(copy, name, value, append);
  }
}
