import type { Page } from "@playwright/test";

/**
 * What a page complains of: errors, warnings and notices about hydration. Refused requests are part of some tests, and the
 * browser reports them by itself; a preload that came too early says how busy the machine is.
 */
export function watchConsole(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    const text = message.text();
    const loud = message.type() === "error" || message.type() === "warning" || /hydrat|\[ag-ui\]/i.test(text);
    if (loud && !/^Failed to load resource|was preloaded using link preload/.test(text)) complaints.push(text);
  });
  return complaints;
}
