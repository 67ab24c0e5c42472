// @vitest-environment happy-dom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Message } from "./message";
import type { ViewMessage } from "./view";

const nobody = { decide: () => undefined, answer: () => undefined, run: () => undefined, cancel: () => undefined };
const question: ViewMessage = {
  id: "q1",
  role: "user",
  parts: [
    { type: "file", id: "file-0", mediaType: "image/png", url: "data:image/png;base64,AAAA", filename: "dot.png" },
    { type: "text", id: "text-1", text: "Look up A-1004", streaming: false },
  ],
};

let root: ReturnType<typeof createRoot>;

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const container = document.body.appendChild(document.createElement("div"));
  root = createRoot(container);
});

afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

function button(name: string): HTMLButtonElement {
  const found = [...document.querySelectorAll("button")].find((each) => each.textContent === name);
  if (!found) throw new Error(`There is no button "${name}".`);
  return found;
}

async function show(onEdit: ((text: string) => void) | null): Promise<void> {
  const message = <Message message={question} actions={nobody} disabled={false} onEdit={onEdit} hasEffects />;
  await act(async () => root.render(message));
  // What shows files, and the buttons, are loaded with the first of them.
  await act(async () => void (await Promise.all([import("./file-part"), import("./message-actions")])));
}

/** Opens the form, which is loaded at that moment. */
async function edit(): Promise<HTMLTextAreaElement> {
  await act(async () => {
    button("Edit message").click();
    await import("./edit-question");
  });
  return document.querySelector("textarea") as HTMLTextAreaElement;
}

test("a question shows its files, and is not edited where that is not offered", async () => {
  await show(null);
  expect(document.querySelector("img")?.alt).toBe("dot.png");
  expect(document.body.textContent).toContain("Look up A-1004");
  expect(() => button("Edit message")).toThrow();
});

test("an edited question is sent once, and leaving the form changes nothing", async () => {
  const onEdit = vi.fn();
  await show(onEdit);
  const field = await edit();
  expect(field.value).toBe("Look up A-1004");
  expect(document.activeElement).toBe(field);
  expect(document.body.textContent).toContain("what its tools did stays done");
  const leave = new KeyboardEvent("keydown", { key: "Escape", bubbles: true });
  await act(async () => void field.dispatchEvent(leave));
  expect(document.querySelector("textarea")).toBeNull();
  expect(onEdit).not.toHaveBeenCalled();

  await edit();
  await act(async () => button("Ask again").click());
  expect(onEdit).toHaveBeenCalledExactlyOnceWith("Look up A-1004");
  expect(document.querySelector("textarea")).toBeNull();
});
