// @vitest-environment happy-dom
import { act, useState } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TEXT_LIMIT } from "@/lib/protocols/limits.schema";
import type { Attachments } from "./attachments";
import { Composer } from "./composer";
import EditQuestion from "./edit-question";
import { FIELD_LIMIT } from "./text-limit";

let root: ReturnType<typeof createRoot>;
const onSend = vi.fn();

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  root = createRoot(document.body.appendChild(document.createElement("div")));
});

afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  onSend.mockClear();
  vi.unstubAllGlobals();
});

const files: Attachments = { list: [], add: () => undefined, remove: () => undefined };

function Field({ start, attach }: { start: string; attach: boolean }) {
  const [draft, setDraft] = useState(start);
  const nothing = () => undefined;
  return (
    <Composer
      {...{ draft, onDraftChange: setDraft, onSend, onStop: nothing, files: attach ? files : null }}
      {...{ disabled: false, canStop: false, stopping: false, busy: false, cancels: false }}
    />
  );
}

const show = (start: string, attach = false) => act(async () => root.render(<Field start={start} attach={attach} />));
const field = () => document.querySelector("textarea") as HTMLTextAreaElement;
const description = () => document.getElementById(field().getAttribute("aria-describedby") ?? "")?.textContent;
const announced = () => document.querySelector("[aria-live=polite]")?.textContent;
const send = () => document.querySelector<HTMLButtonElement>("button[type=submit]");
const submit = () => act(async () => document.querySelector("form")?.requestSubmit());

/** Whether the browser would put the text in. */
async function paste(text: string): Promise<boolean> {
  const event = new Event("paste", { bubbles: true, cancelable: true });
  Object.assign(event, { clipboardData: { getData: () => text, files: [] } });
  await act(async () => field().dispatchEvent(event));
  return !event.defaultPrevented;
}

async function type(text: string): Promise<void> {
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set?.call(field(), text);
    field().dispatchEvent(new Event("input", { bubbles: true }));
  });
}

test("a message of as many characters as the server takes is sent", async () => {
  await show(` ${"x".repeat(TEXT_LIMIT)}\n`);
  expect(field().getAttribute("aria-invalid")).toBeNull();
  await submit();
  expect(onSend).toHaveBeenCalledWith("x".repeat(TEXT_LIMIT));
});

test("one of more characters stays in the field, and what is wrong with it is said", async () => {
  await show("x".repeat(TEXT_LIMIT + 1));
  expect(send()?.disabled).toBe(true);
  await submit();
  expect(onSend).not.toHaveBeenCalled();
  expect(field().value).toHaveLength(TEXT_LIMIT + 1);
  expect(field().getAttribute("aria-invalid")).toBe("true");
  expect(description()).toBe("The message has 32,001 characters, and at most 32,000 can be sent: shorten it.");
});

test("it is announced once, however long a person goes on typing", async () => {
  await show("x".repeat(TEXT_LIMIT));
  expect(announced()).toBe("");
  await type("x".repeat(TEXT_LIMIT + 1));
  const first = announced();
  await type("x".repeat(TEXT_LIMIT + 2));
  expect(first).toBe("The message is too long to send: shorten it.");
  expect(announced()).toBe(first);
  await type("short");
  expect(announced()).toBe("");
  expect(send()?.disabled).toBe(false);
});

test("a text of a size that would stop the page is not inserted; what was there stays", async () => {
  await show("Look at this: ", true);
  expect(await paste("x".repeat(FIELD_LIMIT))).toBe(false);
  expect(field().value).toBe("Look at this: ");
  expect(field().getAttribute("aria-invalid")).toBeNull();
  expect(description()).toMatch(/^The text was not inserted: .* 128,014 characters.* Attach it as a file/);
  expect(announced()).toBe(description());
  await type("Look at this");
  expect(description()).toBeUndefined();
  expect(await paste("a short one")).toBe(true);
});

test("the same holds where it comes in without a paste, and a text that is longer already can be shortened", async () => {
  await show("kept");
  await type("x".repeat(FIELD_LIMIT + 1));
  expect(field().value).toBe("kept");
  await act(async () => root.render(<Field key="long" start={"x".repeat(FIELD_LIMIT + 5)} attach={false} />));
  await type("x".repeat(FIELD_LIMIT + 4));
  expect(field().value).toHaveLength(FIELD_LIMIT + 4);
});

test("the last question cannot be asked again at a length that the server refuses", async () => {
  const edit = <EditQuestion text="Hi" hasEffects={false} onSend={onSend} onCancel={() => undefined} />;
  await act(async () => root.render(edit));
  expect(await paste("x".repeat(FIELD_LIMIT))).toBe(false);
  await type("x".repeat(TEXT_LIMIT + 1));
  expect(send()?.disabled).toBe(true);
  await submit();
  expect(onSend).not.toHaveBeenCalled();
  expect(description()).toContain("32,001");
});
