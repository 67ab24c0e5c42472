import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { RouteHandler } from "@/lib/http/route";

const ROOT = join(import.meta.dirname, "..");

interface Match {
  file: string;
  params: Record<string, string | string[]>;
}

/** Finds the route file of a path as Next does: literal segments before `[one]`, `[...many]` last, the deepest first. */
function findRoute(path: string): Match | null {
  const segments = path.replace(/^\/api\//, "").split("/");
  const matches = routeFiles().flatMap((file): (Match & { dynamic: number })[] => {
    const pattern = file.split("/").slice(0, -1);
    const params: Match["params"] = {};
    for (const [index, name] of pattern.entries()) {
      const rest = /^\[\.\.\.(\w+)\]$/.exec(name)?.[1];
      if (rest) return [{ file, params: { ...params, [rest]: segments.slice(index) }, dynamic: 100 - index }];
      const segment = segments[index];
      if (segment === undefined) return [];
      const one = /^\[(\w+)\]$/.exec(name)?.[1];
      if (one) params[one] = decodeURIComponent(segment);
      else if (name !== segment) return [];
    }
    return pattern.length === segments.length ? [{ file, params, dynamic: Object.keys(params).length }] : [];
  });
  return matches.sort((a, b) => a.dynamic - b.dynamic)[0] ?? null;
}

/** Every route file of the application, below `app/api`. */
export function routeFiles(): string[] {
  return readdirSync(ROOT, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith("route.ts"));
}

/** The route file that answers a path. */
export function routeOf(path: string): string | undefined {
  return findRoute(path)?.file;
}

/** The HTTP methods that a route file answers. */
export async function methodsOf(file: string): Promise<string[]> {
  return Object.keys(await handlersOf(file)).filter((name) => name === name.toUpperCase());
}

async function handlersOf(file: string): Promise<Record<string, RouteHandler>> {
  return await import(pathToFileURL(join(ROOT, file)).href);
}

/** One browser's cookie jar in front of the application's route handlers, without a server. */
export class Client {
  constructor(private cookie = "") {}

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(path, "http://app.test");
    const match = findRoute(url.pathname);
    if (!match) throw new Error(`No route file answers ${url.pathname}`);
    const handlers = await handlersOf(match.file);
    const method = init.method ?? "GET";
    const handler = handlers[method];
    if (!handler) throw new Error(`${match.file} has no ${method}`);
    const headers = new Headers(init.headers);
    headers.set("host", url.host);
    if (this.cookie) headers.set("cookie", this.cookie);
    const request = new Request(url, { ...init, headers });
    const response = await handler(request, { params: Promise.resolve(match.params) });
    const setCookie = response.headers.get("set-cookie");
    if (setCookie) this.cookie = setCookie.split(";")[0] ?? "";
    return response;
  }

  async get<Body = Record<string, unknown>>(path: string): Promise<{ status: number; body: Body }> {
    return read(await this.fetch(path));
  }

  async send<Body = Record<string, unknown>>(
    path: string,
    body?: unknown,
    { method = "POST", ...headers }: Record<string, string> = {},
  ): Promise<{ status: number; body: Body }> {
    return read(await this.post(path, body, { method, ...headers }));
  }

  post(path: string, body?: unknown, { method = "POST", ...headers }: Record<string, string> = {}): Promise<Response> {
    if (body === undefined) return this.fetch(path, { method, headers });
    return this.fetch(path, {
      method,
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  }
}

async function read<Body>(response: Response): Promise<{ status: number; body: Body }> {
  return { status: response.status, body: (response.status === 204 ? null : await response.json()) as Body };
}

/** A client with a session. */
export async function createClient(): Promise<Client> {
  const client = new Client();
  await client.fetch("/api/session");
  return client;
}

/** Loads the routes and opens the database, which takes seconds that belong to no test. */
export async function warmUp(): Promise<Client> {
  const client = await createClient();
  await client.get("/api/health");
  await client.get("/api/chat/warm-up");
  await client.get("/api/threads");
  return client;
}

export interface Frame {
  id?: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever a frame holds
  data: any;
}

/** The frames of an event stream, read to its end; `[DONE]` stays text. Comments are left out. */
export async function framesOf(response: Response): Promise<Frame[]> {
  const text = await response.text();
  return text
    .split("\n\n")
    .filter((block) => block.includes("data: "))
    .map((block) => {
      const field = (name: string) =>
        block
          .split("\n")
          .find((line) => line.startsWith(`${name}: `))
          ?.slice(name.length + 2);
      const data = field("data") ?? "";
      const id = field("id");
      return { ...(id === undefined ? {} : { id }), data: data === "[DONE]" ? data : JSON.parse(data) };
    });
}
