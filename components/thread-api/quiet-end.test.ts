import { expect, test } from "vitest";
import { withQuietEnd } from "./quiet-end";

test("a body whose connection breaks ends there", async () => {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode("half"));
    },
    pull: (controller) => controller.error(new TypeError("network error")),
  });
  const response = await withQuietEnd(async () => new Response(body, { status: 201 }))("/");
  expect(response.status).toBe(201);
  expect(await response.text()).toBe("half");
});

test("an answer without content passes, although a browser gives it a body", async () => {
  const answer = { status: 204, body: new ReadableStream(), headers: new Headers() } as Response;
  expect(await withQuietEnd(async () => answer)("/")).toBe(answer);
});
