import { expect, test } from "vitest";
import { statusText } from "./status-text";
import type { ViewMessage, ViewToolPart } from "./view";

const tool = (more: Partial<ViewToolPart>): ViewToolPart => ({
  type: "tool",
  callId: "c1",
  toolName: "refund_order",
  state: "approval-requested",
  live: true,
  ...more,
});
const answer = (...parts: ViewToolPart[]): ViewMessage[] => [{ id: "a1", role: "assistant", parts }];

test("says what the agent does, or what it waits for", () => {
  expect(statusText("ready", [])).toBe("Ready");
  expect(statusText("submitted", [])).toBe("Waiting for the agent…");
  expect(statusText("streaming", answer())).toBe("The agent is answering…");
  expect(statusText("streaming", answer(tool({ state: "input-available" })))).toBe("Working: refund_order");
  expect(statusText("error", [])).toBe("Something went wrong");
  expect(statusText("ready", answer(tool({ state: "output-available" })))).toBe("Ready. The answer is complete.");
});

test("does not call an answer complete that has ended early", () => {
  const [stopped] = answer();
  expect(statusText("ready", stopped ? [{ ...stopped, ended: "Ended before the answer was complete." }] : [])).toBe(
    "Ready. Ended before the answer was complete.",
  );
});

test("says who has to do what", () => {
  expect(statusText("ready", answer(tool({})))).toBe("Waiting for your approval: refund_order");
  expect(statusText("ready", answer(tool({ toolName: "pick_date", state: "input-available" })))).toBe(
    "Waiting for you: pick_date",
  );
  expect(statusText("ready", answer(tool({}), tool({ callId: "c2" })))).toBe("Waiting for you: 2 questions");
});
