import { describe, expect, it } from "vitest";
import { BODY_LIMIT, checkContentType, readJson } from "./body";

const json = { "content-type": "application/json" };

function post(body: BodyInit | null, headers: Record<string, string> = json): Request {
  return new Request("http://app/api", { method: "POST", body, headers, duplex: "half" } as RequestInit);
}

function chunks(...parts: Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull(controller) {
      const part = parts.shift();
      if (part) controller.enqueue(part);
      else controller.close();
    },
  });
}

function refusal(code: string, message?: RegExp) {
  return expect.objectContaining({ code, ...(message ? { message: expect.stringMatching(message) } : {}) });
}

describe("a JSON body", () => {
  it("is read", async () => {
    expect(await readJson(post('{"a":[1,null,"ä"]}'))).toEqual({ a: [1, null, "ä"] });
  });

  it.each(["application/json; charset=utf-8", "Application/JSON", "application/vnd.api+json"])(
    "may be announced as %s",
    async (type) => {
      expect(await readJson(post("1", { "content-type": type }))).toBe(1);
    },
  );

  it.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/jsonx", ""])(
    "is refused when announced as %j",
    async (type) => {
      await expect(readJson(post("{}", { "content-type": type }))).rejects.toEqual(refusal("unsupported-media-type"));
    },
  );

  it("is refused when it is announced as nothing", async () => {
    const request = post(chunks(new TextEncoder().encode("{}")), { "transfer-encoding": "chunked" });
    await expect(readJson(request)).rejects.toEqual(refusal("unsupported-media-type"));
  });

  it("may be absent where nothing reads it", () => {
    expect(() => checkContentType(post(null, {}))).not.toThrow();
    expect(() => checkContentType(post(null, { "content-length": "0" }))).not.toThrow();
  });

  it("must not be empty where it is read", async () => {
    await expect(readJson(post(null, {}))).rejects.toEqual(refusal("invalid-input", /no body/));
    await expect(readJson(post(" \n"))).rejects.toEqual(refusal("invalid-input", /no body/));
  });

  it.each(['{"a":[1e999]}', '{"a":[-1e999]}'])(
    "must not hold a number that JSON cannot say again: %s",
    async (body) => {
      await expect(readJson(post(body))).rejects.toEqual(refusal("invalid-input", /a\.0 is too large/));
      expect(await readJson(post(body.replace("1e999", "1e308")))).toEqual({ a: [expect.any(Number)] });
    },
  );

  it("survives chunks that cut a character in two", async () => {
    const bytes = new TextEncoder().encode('"€😀"');
    const parts = Array.from(bytes, (byte) => new Uint8Array([byte]));
    expect(await readJson(post(chunks(...parts)))).toBe("€😀");
  });

  it("names what is malformed", async () => {
    await expect(readJson(post('{"a":'))).rejects.toEqual(refusal("invalid-input", /not valid JSON: ./));
    await expect(readJson(post(new Uint8Array([0x22, 0xff, 0x22])))).rejects.toEqual(
      refusal("invalid-input", /not valid UTF-8/),
    );
    await expect(readJson(post(new Uint8Array([0x22, 0xe2, 0x82])))).rejects.toEqual(
      refusal("invalid-input", /not valid UTF-8/),
    );
  });

  it("is refused over the limit, counted in bytes and not in characters", async () => {
    expect(await readJson(post('"ééé"'), 8)).toBe("ééé");
    await expect(readJson(post('"ééé"'), 7)).rejects.toEqual(refusal("too-large"));
  });

  it("is refused by its announced length before a byte is read", async () => {
    let pulled = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        pull() {
          pulled++;
        },
      },
      { highWaterMark: 0 },
    );
    const headers = { ...json, "content-length": String(BODY_LIMIT + 1) };
    await expect(readJson(post(body, headers))).rejects.toEqual(refusal("too-large"));
    expect(pulled).toBe(0);
  });

  it("is refused while it arrives when its announced length is a lie, and the rest is not read", async () => {
    let sent = 0;
    let cancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent++;
        controller.enqueue(new Uint8Array(100).fill(0x20));
      },
      cancel() {
        cancelled = true;
      },
    });
    await expect(readJson(post(body, { ...json, "content-length": "10" }), 1000)).rejects.toEqual(refusal("too-large"));
    expect(sent).toBeLessThan(15);
    expect(cancelled).toBe(true);
  });

  it("is a refusal and not a server error when the client leaves in the middle", async () => {
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.error(Object.assign(new Error("aborted"), { code: "ECONNRESET" }));
      },
    });
    await expect(readJson(post(body))).rejects.toEqual(refusal("invalid-input", /did not arrive completely/));
  });

  it("is refused with a prototype key, wherever it hides", async () => {
    await expect(readJson(post('{"a":[{"__proto__":{"x":1}}]}'))).rejects.toEqual(
      refusal("invalid-input", /a\.0\.__proto__/),
    );
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  it("is refused when nested deeper than 64, however deep", async () => {
    expect(await readJson(post("[".repeat(64) + "]".repeat(64)))).toBeInstanceOf(Array);
    await expect(readJson(post("[".repeat(65) + "]".repeat(65)))).rejects.toEqual(
      refusal("invalid-input", /64 levels/),
    );
    const bomb = `${'{"a":'.repeat(2_000)}1${"}".repeat(2_000)}`;
    await expect(readJson(post(bomb))).rejects.toEqual(refusal("invalid-input", /64 levels/));
  });
});
