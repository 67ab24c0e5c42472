// @vitest-environment happy-dom
import { renderToString } from "react-dom/server";
import { beforeEach, expect, test } from "vitest";
import { applyTheme, THEME_KEY } from "@/lib/browser-tools/theme";
import { StoredTheme } from "./stored-theme";

/** What a browser does with the server's HTML. */
function openPage(): void {
  delete document.documentElement.dataset.theme;
  const source = /<script>(.*)<\/script>/.exec(renderToString(<StoredTheme />))?.[1] ?? "";
  new Function(source)();
}

beforeEach(() => localStorage.clear());

test.each(["light", "dark"] as const)("the %s theme is there again when the page opens", (theme) => {
  applyTheme(theme);
  openPage();
  expect(document.documentElement.dataset.theme).toBe(theme);
});

test("without a choice, after system, or with a stored text that is no theme, the page follows the device", () => {
  openPage();
  expect(document.documentElement.hasAttribute("data-theme")).toBe(false);
  applyTheme("dark");
  applyTheme("system");
  openPage();
  expect(document.documentElement.hasAttribute("data-theme")).toBe(false);
  localStorage.setItem(THEME_KEY, "sepia");
  openPage();
  expect(document.documentElement.hasAttribute("data-theme")).toBe(false);
});
