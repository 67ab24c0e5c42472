export type Theme = "light" | "dark" | "system";

/** Where the page keeps the chosen theme (`localStorage`). `components/order-desk/stored-theme.tsx` reads it at start. */
export const THEME_KEY = "neuron:theme";

/** Shows and remembers a theme. `data-theme` on `<html>` is what the styles follow; without it they follow the device. */
export function applyTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    if (theme === "system") localStorage.removeItem(THEME_KEY);
    else localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Storage is off or full: the theme holds until the page is left.
  }
}
