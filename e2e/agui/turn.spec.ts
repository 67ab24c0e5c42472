import { saysItsUsage } from "../support/usage";
import { expect, test } from "./agui-page";

test("a server tool's call, result and the answer show, after one request", async ({ agui, posts }) => {
  await agui.open();
  await agui.ask("Look up order A-1004");
  await agui.expectState("look_up_order", "output-available");
  await expect(agui.answer).toContainText("Noise-cancelling headphones");
  await agui.expectIdle();
  expect(posts).toHaveLength(1);
  expect(posts[0]?.tools.map(({ name }) => name)).toContain("pick_date");
});

test("a browser tool runs here, once, and its result is posted by itself", async ({ agui, posts }) => {
  await agui.open();
  await agui.ask("What is the title of this page?");
  await agui.expectState("read_title", "output-available");
  await expect(agui.answer).toContainText("Neuron Next");
  await agui.expectIdle();
  expect(posts.map(({ messages }) => messages.at(-1)?.role)).toEqual(["user", "tool"]);
});

test("a failing browser call shows its error, and the agent goes on", async ({ agui }) => {
  await agui.open();
  await agui.ask("Read the text of #not-there");
  await agui.expectState("read_text", "output-error");
  await expect(agui.card("read_text")).toContainText("Nothing on the page matches");
  await agui.expectIdle();
});

test("a failing server tool shows its error at once, as after a reload", async ({ agui }) => {
  await agui.open();
  await agui.ask("Look up order A-9999");
  await agui.expectState("look_up_order", "output-error");
  await agui.expectIdle();
  await agui.reload();
  await agui.expectState("look_up_order", "output-error");
});

test("a second question goes on in the same thread, and a reload shows both under the same ids", async ({ agui }) => {
  await agui.open();
  await agui.ask("What time is it?");
  await expect(agui.answer).toContainText("server's clock");
  await agui.expectIdle();
  await agui.ask("Look up order A-1004");
  await expect(agui.answer).toContainText("Noise-cancelling headphones");
  await agui.expectIdle();
  const before = await agui.ids();
  expect(before).toHaveLength(4);
  await agui.reload();
  await expect(agui.log.locator("article")).toHaveCount(4);
  expect(await agui.ids()).toEqual(before);
});

test("an answer says on request what it has used, all its steps together", ({ agui }) => saysItsUsage(agui));
