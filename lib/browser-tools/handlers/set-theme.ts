import { applyTheme, type Theme } from "../theme";
import type { ToolHandler } from "../tool-handler";

const THEMES: readonly string[] = ["light", "dark", "system"] satisfies Theme[];

export const setTheme: ToolHandler<"set_theme", { theme: Theme }> = ({ theme }) => {
  if (!THEMES.includes(theme)) throw new Error(`There is no theme "${theme}". There are: ${THEMES.join(", ")}.`);
  applyTheme(theme);
  return { theme };
};
