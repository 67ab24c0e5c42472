import { beforeAll, describe, expect, it, vi } from "vitest";
import { Client, createClient, methodsOf, routeFiles, routeOf, warmUp } from "./testing/client";
import { prepare } from "./testing/prepared";
import { type Aim, pathOf, ROUTE_CASES, type RouteCase } from "./testing/route-cases";
import { stored } from "./testing/stored";

vi.hoisted(() => {
  process.env.DATA_DIR = "memory://isolation";
  process.env.AUTH_SECRET = "a secret for tests";
  process.env.DEMO_DELAY_MS = "0";
  process.env.FAULT_LAB = "1";
});

/** Routes that anybody may call; the retention job asks for a secret of its own. */
const OPEN = [
  "health",
  "session",
  "retention",
  ...["GET", "POST", "PUT", "PATCH", "DELETE"].map((method) => `nowhere: ${method}`),
];
/** A step that does not exist is 404 to everybody. */
const UNKNOWN = ["inspector: a prompt"];
/** Routes that name nothing of anybody's: they answer out of the session's own. */
const OWN = ["CopilotKit: info", "threads", "inbox", "orders", "an order"];

let owner: Client;
let stranger: Client;
const aims: Record<string, Aim> = {};
const methods = new Map<string, string[]>();

beforeAll(async () => {
  owner = await warmUp();
  stranger = await createClient();
  for (const file of routeFiles()) methods.set(file, await methodsOf(file));
  for (const on of ["approval", "results", "finished"] as const) {
    aims[on] = await prepare(owner, `owned-${on}`, on, "second");
  }
  // What the cases begin on a new thread is here somebody's thread already.
  aims.fresh = await prepare(owner, "owned-fresh", "finished", "second");
}, 180_000);

/** Sends the case's valid request, as it would be the owner's. */
function send(client: Client, of: RouteCase): Promise<Response> {
  const aim = aims[of.on] ?? { threadId: "none", callId: "none", runId: "none", attempt: 1, messageId: "none" };
  if (!of.body) return client.fetch(pathOf(of, aim), { method: of.method });
  return client.post(pathOf(of, aim), of.body(aim), { method: of.method });
}

const owned = ROUTE_CASES.filter(({ name }) => ![...OPEN, ...OWN].includes(name));
const closed = ROUTE_CASES.filter(({ name }) => !OPEN.includes(name));

describe("every route", () => {
  it.each(routeFiles())("%s has a case in the table for each of its methods", (file) => {
    const covered = ROUTE_CASES.filter(
      ({ path }) => routeOf(pathOf({ path }, { threadId: "t" }).split("?")[0]!) === file,
    );
    expect(new Set(covered.map(({ method }) => method))).toEqual(new Set(methods.get(file)));
  });

  it("that names a thread is held against a stranger", () => {
    const naming = ROUTE_CASES.filter(({ path, body }) => path.includes("{threadId}") || body);
    expect(owned).toEqual(expect.arrayContaining(naming));
  });

  it.each(closed)("$name: without a session 401", async (of) => {
    const response = await send(new Client(), of);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: { code: "unauthenticated" } });
  });

  it.each(closed)("$name: a session that somebody made up is 401", async (of) => {
    const client = new Client("neuron_session=eyJhbGciOiJub25lIn0.eyJzdWIiOiJzZXNzaW9uXzEifQ.");
    expect((await send(client, of)).status).toBe(401);
  });

  it.each(owned)("$name: a thread of somebody else is 404, and stays as it is", async (of) => {
    const before = await stored();
    const response = await send(stranger, of);
    expect(await response.text()).toContain('"not-found"');
    expect(response.status).toBe(404);
    expect(await stored()).toEqual(before);
  });

  it.each(ROUTE_CASES.filter(({ name }) => name.startsWith("nowhere")))("$name is 404, in words", async (of) => {
    const response = await send(new Client(), of);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: "not-found", message: "There is no such route." } });
  });

  it("of the stranger's own shows nothing of the owner's", async () => {
    for (const path of ["/api/threads", "/api/inbox", "/api/orders"]) {
      expect(JSON.stringify((await stranger.get(path)).body)).not.toContain("owned-");
    }
    expect((await stranger.get("/api/orders/A-1001")).body).toMatchObject({ refunds: [] });
  });
});

describe("the table's requests", () => {
  // Last: they change what they are aimed at. A request that its owner could not make either would prove nothing.
  it.each(owned.filter(({ name }) => !UNKNOWN.includes(name)))("$name: its owner is not refused", async (of) => {
    const response = await send(owner, of);
    expect(response.status, await response.text()).not.toBe(404);
  });
});
