import { describe, expect, it } from "vitest";
import { AppError } from "../errors";
import { readJson } from "./body";
import { createRateLimiter } from "./rate-limit";
import { createRoute } from "./route";
import { createSessions } from "./session";

const sessions = createSessions(async () => "a secret for tests");
const lines: string[] = [];
const route = createRoute(sessions, { log: (line) => lines.push(line) });

async function cookie(): Promise<string> {
  const { setCookie } = await sessions.ensure(new Request("http://app/"));
  return setCookie?.split(";")[0] ?? "";
}

function get(headers: Record<string, string> = {}): Request {
  return new Request("http://app/api/x", { headers: { host: "app", ...headers } });
}

const whoami = route(async ({ session, params }) => ({ id: session.id, params }));

describe("a route", () => {
  it("answers a value as JSON that nobody caches, under a request id", async () => {
    const params = Promise.resolve({ threadId: "t1", rest: ["a", "b"], none: undefined });
    const response = await whoami(get({ cookie: await cookie() }), { params });
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("x-request-id")).toMatch(/^req_/);
    expect(await response.json()).toEqual({
      id: expect.stringMatching(/^session_/),
      params: { threadId: "t1", rest: "a/b" },
    });
  });

  it("is 401 without a session unless it is open", async () => {
    const response = await whoami(get());
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: { code: "unauthenticated" } });
    const open = route(async ({ session }) => ({ session }), { session: "none" });
    expect(await (await open(get())).json()).toEqual({ session: null });
  });

  it("makes a session where it is asked to, once", async () => {
    const create = route(async ({ session }) => ({ id: session.id }), { session: "create" });
    const first = await create(get());
    const setCookie = first.headers.get("set-cookie") ?? "";
    expect(setCookie).toMatch(/^neuron_session=/);
    const second = await create(get({ cookie: setCookie.split(";")[0] ?? "" }));
    expect(second.headers.get("set-cookie")).toBeNull();
    expect(await second.json()).toEqual(await first.json());
  });

  it("refuses another site before it does any work, open or not", async () => {
    let worked = false;
    const handler = route(
      async () => {
        worked = true;
        return {};
      },
      { session: "none" },
    );
    const response = await handler(get({ origin: "https://evil.com" }));
    expect(response.status).toBe(403);
    expect(worked).toBe(false);
  });

  it("refuses a body that is not JSON, also where it would not be read", async () => {
    const stop = route(async () => ({ stopped: false }));
    const send = async (init: RequestInit) => {
      const headers = { cookie: await cookie(), ...(init.headers as Record<string, string>) };
      return (await stop(new Request("http://app/api/x", { method: "POST", ...init, headers }))).status;
    };
    expect(await send({})).toBe(200);
    expect(await send({ body: "{}", headers: { "content-type": "application/json" } })).toBe(200);
    expect(await send({ body: "{}" })).toBe(415);
    expect(await send({ body: new URLSearchParams({ a: "1" }) })).toBe(415);
  });

  it("turns refusals into the error table and the rest into a fixed sentence", async () => {
    const refuse = route(async () =>
      Promise.reject(new AppError("run-in-flight", "It waits.", { pending: { id: 1 } })),
    );
    const refused = await refuse(get({ cookie: await cookie() }));
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ error: { code: "run-in-flight", pending: { id: 1 } } });

    lines.length = 0;
    const broken = await route(async () => Promise.reject(new Error("secret detail")))(get({ cookie: await cookie() }));
    const text = await broken.text();
    expect(broken.status).toBe(500);
    expect(text).not.toContain("secret detail");
    const { requestId } = (JSON.parse(text) as { error: { requestId: string } }).error;
    expect(requestId).toBe(broken.headers.get("x-request-id"));
    expect(JSON.parse(lines[0]!)).toMatchObject({ requestId, method: "GET", path: "/api/x" });
    expect(lines[0]).toContain("secret detail");
  });

  it("passes a refusal of the body on", async () => {
    const echo = route(async ({ request }) => ({ body: await readJson(request, 10) }));
    const headers = { cookie: await cookie(), "content-type": "application/json" };
    const send = async (body: string) => echo(new Request("http://app/api/x", { method: "POST", body, headers }));
    expect((await send("{")).status).toBe(400);
    expect((await send('"0123456789"')).status).toBe(413);
    expect(await (await send('{"a":1}')).json()).toEqual({ body: { a: 1 } });
  });

  it("labels a response whose headers cannot be changed", async () => {
    const redirect = route(async () => Response.redirect("http://app/elsewhere"), { session: "create" });
    const response = await redirect(get());
    expect(response.status).toBe(302);
    expect(response.headers.get("x-request-id")).toMatch(/^req_/);
    expect(response.headers.get("set-cookie")).toMatch(/^neuron_session=/);
  });

  it("counts what is more than reading against the session's rate", async () => {
    const limiter = createRateLimiter(2);
    const limited = createRoute(sessions, { limiter: () => limiter });
    let worked = 0;
    const handler = limited(async () => ({ worked: ++worked }));
    const headers = { host: "app", cookie: await cookie() };
    const post = () => handler(new Request("http://app/api/x", { method: "POST", headers }));
    for (let index = 0; index < 5; index++) expect((await handler(get(headers))).status).toBe(200);
    expect([(await post()).status, (await post()).status]).toEqual([200, 200]);
    const refused = await post();
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("30");
    expect(await refused.json()).toMatchObject({ error: { code: "rate-limited", retryable: true } });
    expect(worked).toBe(7);
    const other = { host: "app", cookie: await cookie() };
    expect((await handler(new Request("http://app/api/x", { method: "POST", headers: other }))).status).toBe(200);
  });
});
