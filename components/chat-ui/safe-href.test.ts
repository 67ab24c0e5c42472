import { expect, test } from "vitest";
import { safeHref } from "./safe-href";

test.each(["https://a.example/b?c=d", "http://a.example", "mailto:a@b.example", "/chat", "#part"])(
  "lets %s through",
  (href) => {
    expect(safeHref(href)).toBe(href);
  },
);

test.each([
  undefined,
  "",
  "javascript:alert(1)",
  " javascript:alert(1)",
  "data:text/html,<b>",
  "//evil.example",
  "/\\evil.example",
  "streamdown:incomplete-link",
  "relative",
])("refuses %s", (href) => {
  expect(safeHref(href)).toBeUndefined();
});
