import { describe, expect, it } from "vitest";
import { toErrorResponse } from "../http/errors";
import { parsePage, parsePosition } from "./query";

const get = (query: string, headers: Record<string, string> = {}) => new Request(`http://app/x${query}`, { headers });

describe("a page of the transcript", () => {
  it("is the newest fifty messages unless the query says otherwise", () => {
    expect(parsePage(get(""))).toEqual({ limit: 50 });
    expect(parsePage(get("?limit=7&before=msg_1&other=x"))).toEqual({ limit: 7, before: "msg_1" });
  });

  it.each(["?limit=0", "?limit=201", "?limit=-1", "?limit=1.5", "?limit=ten", "?limit=", "?before="])(
    "is refused for %s, by name",
    async (query) => {
      let thrown: unknown;
      try {
        parsePage(get(query));
      } catch (error) {
        thrown = error;
      }
      const response = toErrorResponse(thrown, "req_1");
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        error: { code: "invalid-input", message: expect.stringMatching(/^(limit|before): /) },
      });
    },
  );
});

describe("a position in the log", () => {
  it("is the start unless something was read already", () => {
    expect(parsePosition(get(""))).toBe(0);
    expect(parsePosition(get("?after=12"))).toBe(12);
  });

  it("is where a reconnecting reader came to, which its address does not know", () => {
    expect(parsePosition(get("?after=12", { "last-event-id": "40" }))).toBe(40);
    expect(parsePosition(get("?after=12", { "last-event-id": "3" }))).toBe(12);
    expect(parsePosition(get("?after=12", { "last-event-id": "nonsense" }))).toBe(12);
  });

  it.each(["?after=-1", "?after=x", "?after=1e3", "?after=99999999999999999999"])("is refused for %s", (query) => {
    expect(() => parsePosition(get(query))).toThrow();
  });
});
