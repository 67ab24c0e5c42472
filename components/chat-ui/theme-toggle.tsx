import { Moon, Sun } from "lucide-react";
import { applyTheme } from "@/lib/browser-tools/theme";

function isDark(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme ? theme === "dark" : window.matchMedia("(prefers-color-scheme: dark)").matches;
}

/** Switches between light and dark. The styles choose the icon, so that the server needs not know the theme. */
export function ThemeToggle({ disabled }: { disabled: boolean }) {
  return (
    <button
      type="button"
      disabled={disabled}
      onClick={() => applyTheme(isDark() ? "light" : "dark")}
      className="inline-flex size-11 items-center justify-center rounded-lg text-muted-foreground not-disabled:hover:bg-muted not-disabled:hover:text-foreground sm:size-9 pointer-coarse:size-11"
    >
      <Sun aria-hidden className="hidden size-4.5 dark:block" />
      <Moon aria-hidden className="size-4.5 dark:hidden" />
      <span className="sr-only">Switch between light and dark</span>
    </button>
  );
}
