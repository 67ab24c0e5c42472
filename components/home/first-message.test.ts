// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { leaveFirstMessage, takeFirstMessage } from "./first-message";

it("a first message is for one thread and is given out once", () => {
  leaveFirstMessage("thread_1", "Refund 250 for A-1001");
  expect(takeFirstMessage("thread_2")).toBeNull();
  expect(takeFirstMessage("thread_1")).toBe("Refund 250 for A-1001");
  expect(takeFirstMessage("thread_1")).toBeNull();
});
