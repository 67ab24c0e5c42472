import type { ToolHandler } from "../tool-handler";

async function copyByPermission(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // No clipboard on an insecure origin; refused where the page is not focused or the person said no.
    return false;
  }
}

/** The way of old browsers and insecure origins: select a text and let the browser copy the selection. */
function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  area.readOnly = true;
  area.style.cssText = "position:fixed;inset:0 auto auto -100vw";
  document.body.append(area);
  try {
    area.select();
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    area.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}

export const copyText: ToolHandler<"copy_text", { copied: true; characters: number }> = async ({ text }) => {
  if (typeof text !== "string" || text === "") throw new Error("There is no text to copy.");
  if (!(await copyByPermission(text)) && !copyBySelection(text)) {
    throw new Error("The browser did not allow access to the clipboard. Show the text, so that the user can copy it.");
  }
  return { copied: true, characters: text.length };
};
