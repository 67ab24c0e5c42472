import { SignJWT } from "jose";
import { describe, expect, it, vi } from "vitest";
import { createSessions, SESSION_COOKIE } from "./session";

const SECRET = "a secret for tests";
const sessions = createSessions(async () => SECRET);

function request(cookie?: string, headers: Record<string, string> = {}): Request {
  return new Request("http://app.example/", { headers: { ...headers, ...(cookie ? { cookie } : {}) } });
}

/** The `name=value` part of a Set-Cookie header, as a browser sends it back. */
function sentBack(setCookie: string | null): string {
  return setCookie?.split(";")[0] ?? "";
}

async function forge(claims: { sub?: string; iat?: number; exp?: number }, secret: Uint8Array): Promise<string> {
  const token = await new SignJWT({ ...claims }).setProtectedHeader({ alg: "HS256" }).sign(secret);
  return `${SESSION_COOKIE}=${token}`;
}

async function realKey(): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(SECRET)));
}

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const now = () => Math.floor(Date.now() / 1000);

describe("a session", () => {
  it("is made where there is none and recognised afterwards", async () => {
    const { session, setCookie } = await sessions.ensure(request());
    const cookie = sentBack(setCookie);
    expect(session.id).toMatch(/^session_/);
    expect(await sessions.read(request(`theme=dark; ${cookie}; other=1`))).toEqual(session);
    expect(await sessions.require(request(cookie))).toEqual(session);
    expect(await sessions.ensure(request(cookie))).toEqual({ session, setCookie: null });
  });

  it("is one of its own for each visitor", async () => {
    const [a, b] = await Promise.all([sessions.ensure(request()), sessions.ensure(request())]);
    expect(a.session.id).not.toBe(b.session.id);
  });

  it("lives for a year in a cookie that scripts and other sites do not get", async () => {
    const { setCookie } = await sessions.ensure(request());
    expect(setCookie).toMatch(/; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/);
  });

  it("is Secure exactly where the browser speaks https", async () => {
    const over = async (headers: Record<string, string>, url = "http://app.example/") =>
      (await sessions.ensure(new Request(url, { headers }))).setCookie;
    expect(await over({}, "https://app.example/")).toMatch(/; Secure$/);
    expect(await over({ "x-forwarded-proto": "https,http" })).toMatch(/; Secure$/);
    expect(await over({ "x-forwarded-proto": "http" }, "https://app.example/")).not.toMatch(/Secure/);
    expect(await over({})).not.toMatch(/Secure/);
  });

  it("keeps its id when its cookie is renewed after a month", async () => {
    const month = 31 * 24 * 60 * 60;
    const old = await forge({ sub: "session_old", iat: now() - month, exp: now() + month }, await realKey());
    const { session, setCookie } = await sessions.ensure(request(old));
    expect(session.id).toBe("session_old");
    expect(await sessions.read(request(sentBack(setCookie)))).toEqual({ id: "session_old" });
  });

  it("outlives a restart under the same secret and ends with another", async () => {
    const cookie = sentBack((await sessions.ensure(request())).setCookie);
    expect(await createSessions(async () => SECRET).read(request(cookie))).not.toBeNull();
    expect(await createSessions(async () => "another secret").read(request(cookie))).toBeNull();
  });

  it("is checked once, and believed no longer than its cookie lives", async () => {
    const own = createSessions(async () => SECRET);
    const cookie = await forge({ sub: "session_brief", iat: now(), exp: now() + 60 }, await realKey());
    const check = vi.spyOn(crypto.subtle, "verify");
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      expect(await own.read(request(cookie))).toEqual({ id: "session_brief" });
      expect(await own.read(request(cookie))).toEqual({ id: "session_brief" });
      expect(check).toHaveBeenCalledTimes(1);
      vi.setSystemTime(Date.now() + 61_000);
      expect(await own.read(request(cookie))).toBeNull();
    } finally {
      vi.useRealTimers();
      check.mockRestore();
    }
  });

  it("is refused without one, with a sentence that says where to get one", async () => {
    await expect(sessions.require(request())).rejects.toMatchObject({ code: "unauthenticated", status: 401 });
  });
});

describe("a forged session", () => {
  const claims = { sub: "session_victim", iat: now(), exp: now() + 3600 };

  it.each([
    ["signed with another key", () => forge(claims, new Uint8Array(32).fill(7))],
    ["signed with the secret's own bytes", () => forge(claims, new TextEncoder().encode(SECRET))],
    ["unsigned", async () => `${SESSION_COOKIE}=${base64url({ alg: "none" })}.${base64url(claims)}.`],
    ["unsigned in capitals", async () => `${SESSION_COOKIE}=${base64url({ alg: "NONE" })}.${base64url(claims)}.`],
    ["expired", async () => forge({ ...claims, exp: now() - 1 }, await realKey())],
    ["without an expiry", async () => forge({ sub: claims.sub, iat: now() }, await realKey())],
    ["without a subject", async () => forge({ iat: now(), exp: now() + 3600 }, await realKey())],
    ["with an empty subject", async () => forge({ ...claims, sub: "" }, await realKey())],
    ["of another person under one's own signature", async () => swapPayload(await forge(claims, await realKey()))],
    ["a bare id", async () => `${SESSION_COOKIE}=session_victim`],
    ["empty", async () => `${SESSION_COOKIE}=`],
    ["under another name", async () => (await forge(claims, await realKey())).replace(SESSION_COOKIE, "session")],
  ])("%s is no session", async (_what, cookie) => {
    expect(await sessions.read(request(await cookie()))).toBeNull();
    expect((await sessions.ensure(request(await cookie()))).session.id).not.toBe("session_victim");
  });

  function swapPayload(cookie: string): string {
    const [header, , signature] = cookie.split(".");
    return [header, base64url({ ...claims, sub: "session_other" }), signature].join(".");
  }
});

describe("the signing secret", () => {
  it("is asked for once, and again only after a failure", async () => {
    const secret = vi.fn(async () => SECRET);
    secret.mockRejectedValueOnce(new Error("database away"));
    const lazy = createSessions(secret);
    await lazy.read(request());
    expect(secret).not.toHaveBeenCalled();
    await expect(lazy.ensure(request())).rejects.toThrow("database away");
    await Promise.all([lazy.ensure(request()), lazy.ensure(request())]);
    await lazy.ensure(request());
    expect(secret).toHaveBeenCalledTimes(2);
  });
});
