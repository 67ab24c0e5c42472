import { expect, test } from "vitest";
import { createSessionFetch, requestJson } from "./request";

const json = (value: unknown, status = 200) => Response.json(value, { status });

test("a browser without a session is given one, and asks again", async () => {
  const asked: string[] = [];
  const answers = [json({}, 401), json({ ok: true }), json({ messages: [] })];
  const fetchPage = createSessionFetch(async (input) => {
    asked.push(String(input));
    return answers.shift() ?? json({}, 500);
  });
  expect(await requestJson(fetchPage, "/api/chat/t1")).toEqual({ messages: [] });
  expect(asked).toEqual(["/api/chat/t1", "/api/session", "/api/chat/t1"]);
});

test("a second 401 is reported, not asked for ever", async () => {
  let requests = 0;
  const fetchPage = createSessionFetch(async (input) => {
    requests += 1;
    return String(input) === "/api/session" ? json({}) : json({ error: { code: "unauthenticated" } }, 401);
  });
  await expect(requestJson(fetchPage, "/api/chat/t1")).rejects.toMatchObject({
    failure: { kind: "refused", code: "unauthenticated" },
  });
  expect(requests).toBe(3);
});

test("a network failure, a refusal and an unreadable body are told apart", async () => {
  await expect(requestJson(() => Promise.reject(new TypeError("Failed to fetch")), "/x")).rejects.toMatchObject({
    failure: { kind: "connection" },
  });
  await expect(requestJson(async () => json({}, 503), "/x")).rejects.toMatchObject({
    failure: { kind: "refused", status: 503 },
  });
  await expect(requestJson(async () => new Response("<html>"), "/x")).rejects.toMatchObject({
    failure: { kind: "unreadable" },
  });
});
