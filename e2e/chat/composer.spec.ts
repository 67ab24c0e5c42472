import { violations } from "../support/violations";
import { expect, test } from "./chat-page";

test("Enter sends, Shift+Enter starts a new line, and the field grows with its text", async ({ chat, page }) => {
  await chat.open();
  await chat.message.focus();
  const height = async () => (await chat.message.boundingBox())?.height ?? 0;
  const before = await height();
  await page.keyboard.type("What time");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("is it?");
  await expect(chat.message).toHaveValue("What time\nis it?");
  expect(await height()).toBeGreaterThan(before * 1.5);
  await page.keyboard.press("Enter");
  await expect(chat.log.locator('article[data-role="user"]')).toHaveText("What time\nis it?");
  await expect(chat.message).toHaveValue("");
  await expect(chat.message).toBeFocused();
});

test("the Enter that ends a composition does not send", async ({ chat, page, context, posts }) => {
  await chat.open();
  await chat.message.focus();
  const client = await context.newCDPSession(page);
  await client.send("Input.imeSetComposition", { text: "にほん", selectionStart: 3, selectionEnd: 3 });
  // What Chromium reports for the key that an input method takes.
  await client.send("Input.dispatchKeyEvent", {
    type: "rawKeyDown",
    key: "Enter",
    code: "Enter",
    windowsVirtualKeyCode: 229,
  });
  await client.send("Input.insertText", { text: "日本" });
  await client.send("Input.dispatchKeyEvent", {
    type: "keyUp",
    key: "Enter",
    code: "Enter",
    windowsVirtualKeyCode: 13,
  });
  await expect(chat.message).toHaveValue("日本");
  expect(posts).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(chat.log.locator('article[data-role="user"]')).toHaveText("日本");
});

test("blank text is not sent", async ({ chat, page, posts }) => {
  await chat.open();
  await chat.message.fill("  \n ");
  await expect(chat.send).toBeDisabled();
  await chat.message.focus();
  await page.keyboard.press("Enter");
  expect(posts).toEqual([]);
});

test("what is typed while an answer streams stays", async ({ chat, page }) => {
  await chat.open();
  await chat.ask("Tell a story of 2000 words");
  await expect(page.getByRole("button", { name: "Stop" })).toBeVisible();
  await chat.message.fill("Next question");
  await chat.message.press("Enter");
  await expect(chat.message).toHaveValue("Next question");
  await page.getByRole("button", { name: "Stop" }).click();
  await chat.expectIdle();
  await expect(chat.message).toHaveValue("Next question");
});

test("files go with a question, by the chooser or pasted, and are there after a reload", async ({ chat, page }) => {
  await chat.open();
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Attach files" }).click();
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  await (await chooser).setFiles([
    { name: "dot.png", mimeType: "image/png", buffer: png },
    { name: "setup.exe", mimeType: "application/octet-stream", buffer: Buffer.from("MZ") },
  ]);
  await expect(chat.alert).toContainText("setup.exe");
  await page.getByRole("button", { name: "Dismiss" }).click();
  await chat.message.focus();
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(["first line"], "notes.txt", { type: "text/plain" }));
    const paste = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(paste);
  });
  const attached = page.getByRole("list", { name: "Attached files" });
  await expect(attached.getByRole("listitem")).toHaveCount(2);
  expect(await violations(page)).toEqual([]);
  await attached.getByRole("button", { name: "Remove dot.png" }).click();
  await expect(attached.getByRole("listitem")).toHaveText([/^notes\.txt/]);
  await chat.send.click();
  await expect(chat.answer).toContainText("I was given notes.txt (text/plain).");
  await expect(attached).toHaveCount(0);
  await chat.expectIdle();
  await chat.reload();
  await expect(chat.log.locator('article[data-role="user"]')).toContainText("notes.txt");
});

test("a text that is too long to send stays in the field with what to do about it", async ({ chat, posts }) => {
  await chat.open();
  await chat.message.fill("x".repeat(32_001));
  await expect(chat.message).toHaveAccessibleDescription(/32,001 characters/);
  await expect(chat.send).toBeDisabled();
  await chat.message.press("Enter");
  expect(await violations(chat.page)).toEqual([]);
  expect(posts).toEqual([]);
  await chat.message.press("Backspace");
  await expect(chat.message).toHaveAccessibleDescription("");
  await expect(chat.send).toBeEnabled();
});

test("a pasted text of millions of characters leaves the page as it was", async ({ chat, context, page }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await chat.open();
  await chat.message.fill("Look at this: ");
  await page.evaluate(() => navigator.clipboard.writeText("some words\n".repeat(400_000)));
  const started = Date.now();
  await chat.message.press("Control+v");
  await expect(chat.message).toHaveAccessibleDescription(/not inserted.* 4,400,014 characters.* as a file/);
  // Laid out, it stops the page for five seconds.
  expect(Date.now() - started).toBeLessThan(2_500);
  await expect(chat.message).toHaveValue("Look at this: ");
  await chat.message.press("End");
  await page.keyboard.type("a map");
  await expect(chat.message).toHaveValue("Look at this: a map");
  await expect(chat.message).toHaveAccessibleDescription("");
});
