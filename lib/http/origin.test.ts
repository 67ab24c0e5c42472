import { describe, expect, it } from "vitest";
import { checkOrigin } from "./origin";

function request(headers: Record<string, string>): Request {
  return new Request("http://internal/api/chat", { method: "POST", headers });
}

describe("the origin check", () => {
  it.each([
    [{ host: "app.example" }],
    [{ host: "app.example", origin: "https://app.example" }],
    [{ host: "app.example", origin: "http://app.example" }],
    [{ host: "localhost:3000", origin: "http://localhost:3000" }],
    [{ host: "app.example:443", origin: "https://app.example" }],
    [{ host: "APP.example", origin: "https://app.example" }],
    [{ host: "10.0.0.7:3000", "x-forwarded-host": "app.example", origin: "https://app.example" }],
    [{ host: "10.0.0.7:3000", "x-forwarded-host": "app.example, inner.example", origin: "https://app.example" }],
    [{ host: "[::1]:3000", origin: "http://[::1]:3000" }],
  ])("passes %j", (headers) => {
    expect(() => checkOrigin(request(headers))).not.toThrow();
  });

  it.each([
    [{ host: "app.example", origin: "https://evil.com" }],
    [{ host: "app.example", origin: "null" }],
    [{ host: "app.example", origin: "" }],
    [{ host: "app.example", origin: "https://app.example.evil.com" }],
    [{ host: "app.example", origin: "https://evilapp.example" }],
    [{ host: "app.example", origin: "https://sub.app.example" }],
    [{ host: "app.example", origin: "https://app.example@evil.com" }],
    [{ host: "app.example", origin: "https://user@app.example" }],
    [{ host: "app.example", origin: "https://app.example/" }],
    [{ host: "app.example", origin: "https://app.example:8443" }],
    [{ host: "localhost:3000", origin: "http://localhost:3001" }],
    [{ host: "localhost:3000", origin: "http://127.0.0.1:3000" }],
    [{ host: "app.example", origin: "chrome-extension://app.example" }],
    [{ host: "app.example", origin: "app.example" }],
    [{ origin: "https://app.example" }],
    [{ host: "inner.example", "x-forwarded-host": "evil.com, app.example", origin: "https://app.example" }],
  ])("refuses %j", (headers) => {
    expect(() => checkOrigin(request(headers))).toThrow(expect.objectContaining({ code: "forbidden", status: 403 }));
  });
});
