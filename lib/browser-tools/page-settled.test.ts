// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import { pageSettled } from "./page-settled";

beforeEach(() => {
  document.body.innerHTML = '<main><section data-agent-surface aria-busy="true"></section></main>';
});

const surface = () => document.querySelector("[data-agent-surface]");
/** `true` when the page counted as settled before `ms` had passed. */
const settlesWithin = (ms: number, longestMs?: number) =>
  Promise.race([
    pageSettled(longestMs).then(() => true),
    new Promise<boolean>((resolve) => setTimeout(() => resolve(false), ms)),
  ]);

test("a page at rest is settled", async () => {
  surface()?.setAttribute("aria-busy", "false");
  expect(await settlesWithin(500)).toBe(true);
});

test("a loading page settles when it has loaded", async () => {
  expect(await settlesWithin(100)).toBe(false);
  setTimeout(() => surface()?.removeAttribute("aria-busy"), 20);
  expect(await settlesWithin(2_000)).toBe(true);
});

test("an update that begins right after the call is waited for", async () => {
  surface()?.removeAttribute("aria-busy");
  queueMicrotask(() => surface()?.setAttribute("aria-busy", "true"));
  expect(await settlesWithin(100)).toBe(false);
});

test("the wait has an end", async () => {
  expect(await settlesWithin(2_000, 20)).toBe(true);
});

test("something else that is busy is not waited for", async () => {
  document.body.innerHTML = '<div role="log" aria-busy="true"></div><section data-agent-surface></section>';
  expect(await settlesWithin(500)).toBe(true);
});
