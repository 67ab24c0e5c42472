import { jwtVerify, SignJWT } from "jose";
import { AppError } from "../errors";
import { createId } from "../ids";

export const SESSION_COOKIE = "neuron_session";
const YEAR_SECONDS = 365 * 24 * 60 * 60;
/** A cookie older than this is replaced by a fresh one, so that somebody who comes back now and then stays known. */
const RENEW_SECONDS = 30 * 24 * 60 * 60;

/** Checked cookies that are remembered; the oldest make room. */
const MOST_REMEMBERED = 10_000;

/** An anonymous visitor. The id owns threads and orders. */
export interface Session {
  id: string;
}

/** A cookie whose signature has been checked. Times in seconds since 1970. */
interface KnownCookie {
  session: Session;
  issuedAt: number;
  expiresAt: number;
}

export interface Sessions {
  /** The session that the request's cookie proves, or `null`. */
  read(request: Pick<Request, "headers">): Promise<Session | null>;
  /** @throws AppError `unauthenticated` */
  require(request: Request): Promise<Session>;
  /** The request's session, or a new one; `setCookie` is what the response must carry for the browser to keep it. */
  ensure(request: Request): Promise<{ session: Session; setCookie: string | null }>;
}

/**
 * Anonymous sessions in a signed cookie; nothing is stored.
 *
 * First requests that a browser sends at the same time are each given a session, and the cookie that arrives last is
 * the one it keeps. Pages therefore receive theirs with the document, before any script can ask for anything.
 * @param secret the signing secret; asked for once, and again after a failure
 */
export function createSessions(secret: () => Promise<string>): Sessions {
  let key: Promise<Uint8Array> | undefined;
  const signingKey = () => {
    key ??= secret().then(toKey);
    key.catch(() => {
      key = undefined;
    });
    return key;
  };

  // A signature stays good for as long as its cookie is: checking it again costs every request a turn of the event loop.
  const known = new Map<string, KnownCookie>();

  async function verify(request: Pick<Request, "headers">): Promise<KnownCookie | null> {
    const token = readCookie(request, SESSION_COOKIE);
    if (!token) return null;
    const remembered = known.get(token);
    if (remembered && remembered.expiresAt > Date.now() / 1000) return remembered;
    const secretKey = await signingKey();
    try {
      // The algorithm is ours to choose, never the token's: this is what keeps `alg: none` out.
      const { payload } = await jwtVerify(token, secretKey, {
        algorithms: ["HS256"],
        requiredClaims: ["sub", "iat", "exp"],
      });
      const { sub, iat, exp } = payload;
      return sub && iat && exp ? remember(token, { session: { id: sub }, issuedAt: iat, expiresAt: exp }) : null;
    } catch {
      return null;
    }
  }

  function remember(token: string, cookie: KnownCookie): KnownCookie {
    const oldest = known.size >= MOST_REMEMBERED ? known.keys().next().value : undefined;
    if (oldest !== undefined) known.delete(oldest);
    known.set(token, cookie);
    return cookie;
  }

  async function sign(session: Session, secure: boolean): Promise<string> {
    const token = await new SignJWT()
      .setProtectedHeader({ alg: "HS256" })
      .setSubject(session.id)
      .setIssuedAt()
      .setExpirationTime(`${YEAR_SECONDS} seconds`)
      .sign(await signingKey());
    const attributes = ["Path=/", `Max-Age=${YEAR_SECONDS}`, "HttpOnly", "SameSite=Lax", ...(secure ? ["Secure"] : [])];
    return [`${SESSION_COOKIE}=${token}`, ...attributes].join("; ");
  }

  return {
    read: async (request) => (await verify(request))?.session ?? null,
    async require(request) {
      const known = await verify(request);
      if (!known) throw new AppError("unauthenticated", "There is no session: GET /api/session makes one.");
      return known.session;
    },
    async ensure(request) {
      const known = await verify(request);
      if (known && Date.now() / 1000 - known.issuedAt < RENEW_SECONDS) {
        return { session: known.session, setCookie: null };
      }
      const session = known?.session ?? { id: createId("session") };
      return { session, setCookie: await sign(session, isHttps(request)) };
    },
  };
}

/** HS256 wants 256 bits; a hash makes them of a secret of any length. */
async function toKey(secret: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(secret)));
}

/** A `Secure` cookie over plain HTTP would be dropped, so what counts is what the browser spoke to. */
function isHttps(request: Request): boolean {
  const forwarded = request.headers.get("x-forwarded-proto")?.split(",")[0]?.trim();
  return (forwarded ?? new URL(request.url).protocol.replace(":", "")) === "https";
}

function readCookie(request: Pick<Request, "headers">, name: string): string | null {
  for (const pair of request.headers.get("cookie")?.split(";") ?? []) {
    const [key, ...value] = pair.split("=");
    if (key?.trim() === name) return value.join("=").trim();
  }
  return null;
}
