// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { copyText } from "./copy-text";

const writeText = vi.fn<(text: string) => Promise<void>>();
let copied: string[] = [];

/** The old command, as a browser answers it: copies the selected text, or refuses. */
function commandAnswers(allowed: boolean) {
  document.execCommand = () => {
    const area = document.querySelector("textarea");
    if (allowed && area) copied.push(area.value);
    return allowed;
  };
}

beforeEach(() => {
  copied = [];
  document.body.innerHTML = '<input id="focused">';
  writeText.mockReset();
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  commandAnswers(false);
});
afterEach(() => vi.unstubAllGlobals());

test("text goes to the clipboard", async () => {
  writeText.mockResolvedValue();
  expect(await copyText({ text: "A-1001" })).toEqual({ copied: true, characters: 6 });
  expect(writeText).toHaveBeenCalledWith("A-1001");
});

test("where the clipboard is refused, the selection is copied; focus and page stay as they were", async () => {
  writeText.mockRejectedValue(new DOMException("no", "NotAllowedError"));
  commandAnswers(true);
  document.querySelector<HTMLInputElement>("#focused")?.focus();
  expect(await copyText({ text: "A-1001" })).toEqual({ copied: true, characters: 6 });
  expect(copied).toEqual(["A-1001"]);
  expect(document.querySelector("textarea")).toBeNull();
  expect(document.activeElement?.id).toBe("focused");
});

test("an insecure page without a clipboard copies the selection too", async () => {
  vi.stubGlobal("navigator", {});
  commandAnswers(true);
  expect(await copyText({ text: "x" })).toEqual({ copied: true, characters: 1 });
});

test("when both ways are closed, the model is told what to do instead", async () => {
  writeText.mockRejectedValue(new DOMException("no", "NotAllowedError"));
  await expect(copyText({ text: "x" })).rejects.toThrow("The browser did not allow access to the clipboard.");
});
