import { NextRequest } from "next/server";
import { describe, expect, it, vi } from "vitest";
import { config, proxy } from "../proxy";

vi.hoisted(() => {
  process.env.AUTH_SECRET = "a secret for tests";
});

describe("the proxy", () => {
  it("gives a page its session once", async () => {
    const first = await proxy(new NextRequest("http://app.test/chat"));
    const setCookie = first.headers.get("set-cookie") ?? "";
    expect(setCookie).toMatch(/^neuron_session=.*HttpOnly; SameSite=Lax$/);
    expect(first.headers.get("cache-control")).toBe("private, no-store");
    const headers = { cookie: setCookie.split(";")[0] ?? "" };
    const second = await proxy(new NextRequest("http://app.test/chat", { headers }));
    expect(second.headers.get("set-cookie")).toBeNull();
    expect(second.headers.get("cache-control")).toBeNull();
  });

  it("refuses an address of the API that nobody can decode", async () => {
    const response = await proxy(new NextRequest("http://app.test/api/threads/%E0%A4%A"));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: "invalid-input", requestId: expect.any(String) } });
  });

  it("shows the not-found page for a page's address that nobody can decode", async () => {
    const response = await proxy(new NextRequest("http://app.test/chat/%E0%A4%A"));
    expect(response.headers.get("x-middleware-rewrite")).toBe("http://app.test/nowhere");
  });

  it("leaves other encoded addresses of the API to its routes", async () => {
    const response = await proxy(new NextRequest("http://app.test/api/threads/a%3Ab"));
    expect(response.headers.get("x-middleware-next")).toBe("1");
    expect(response.headers.get("set-cookie")).toBeNull();
    expect("/api/threads/a%3Ab").toMatch(new RegExp(`^${config.matcher[1]}$`));
  });

  it("runs for pages and for nothing else", () => {
    const matcher = new RegExp(`^${config.matcher[0]}$`);
    for (const page of ["/", "/chat", "/chat/thread_1", "/inspector/a:b-c", "/chat/a.b", "/apiary"])
      expect(page).toMatch(matcher);
    for (const other of ["/api/chat", "/api/session", "/_next/static/x", "/favicon.svg", "/robots.txt"]) {
      expect(other).not.toMatch(matcher);
    }
  });
});
