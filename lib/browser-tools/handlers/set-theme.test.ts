// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import { THEME_KEY } from "../theme";
import { setTheme } from "./set-theme";

beforeEach(() => {
  localStorage.clear();
  delete document.documentElement.dataset.theme;
});

test("a theme is shown and remembered", () => {
  expect(setTheme({ theme: "dark" })).toEqual({ theme: "dark" });
  expect(document.documentElement.dataset.theme).toBe("dark");
  expect(localStorage.getItem(THEME_KEY)).toBe("dark");
});

test("system forgets the choice", () => {
  setTheme({ theme: "dark" });
  setTheme({ theme: "system" });
  expect(document.documentElement.hasAttribute("data-theme")).toBe(false);
  expect(localStorage.getItem(THEME_KEY)).toBeNull();
});

test("an unknown theme changes nothing and says what there is", () => {
  expect(() => setTheme({ theme: "sepia" as "dark" })).toThrow('no theme "sepia". There are: light, dark, system.');
  expect(document.documentElement.hasAttribute("data-theme")).toBe(false);
});

test("the theme changes even where nothing can be stored", () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  expect(setTheme({ theme: "light" })).toEqual({ theme: "light" });
  expect(document.documentElement.dataset.theme).toBe("light");
  vi.restoreAllMocks();
});
