import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, describe, expect, test, vi } from "vitest";
import { CANCELLED } from "./cancelled";
import { ToolPart } from "./tool-part";
import { TOOL_STATES, type ViewToolPart } from "./view";

const nobody = { decide: () => undefined, answer: () => undefined, run: () => undefined, cancel: () => undefined };

function html(part: Partial<ViewToolPart>, disabled = false): string {
  const whole: ViewToolPart = {
    type: "tool",
    callId: "c1",
    toolName: "look_up_order",
    state: "input-available",
    input: { orderId: "A-1001" },
    live: true,
    ...part,
  };
  return renderToStaticMarkup(<ToolPart part={whole} actions={nobody} disabled={disabled} />);
}

test.each(TOOL_STATES)("a call in %s is found by its id, name and state, and shows its arguments", (state) => {
  const markup = html({ state });
  expect(markup).toContain(
    `data-part="tool" data-tool-call-id="c1" data-tool-name="look_up_order" data-state="${state}"`,
  );
  expect(markup).toContain("orderId");
  expect(markup).toContain("A-1001");
});

describe("words for states", () => {
  test.each([
    [{ state: "input-streaming" }, "Preparing…"],
    [{ state: "input-available" }, "Running…"],
    [{ state: "input-available", browser: "running" }, "Running in this page…"],
    [{ state: "input-available", browser: "unstarted" }, "Waiting for this page"],
    [{ state: "input-streaming", heldBack: true }, "Held until you decide"],
    [{ state: "input-available", toolName: "pick_date" }, "Needs your answer"],
    [{ state: "approval-requested" }, "Needs your approval"],
    [{ state: "approval-responded", approval: { approved: true } }, "Approved"],
    [{ state: "approval-responded", approval: { approved: false } }, "Rejected"],
    [{ state: "output-available", output: 1 }, "Done"],
    [{ state: "output-error", errorText: "No." }, "Failed"],
    [{ state: "output-error", errorText: CANCELLED }, "Cancelled"],
    [{ state: "output-error", errorText: "Stopped by the user before it finished." }, "Stopped"],
    [{ state: "output-denied" }, "Rejected"],
    [{ state: "approval-requested", live: false }, "Not decided"],
    [{ state: "input-available", live: false }, "Not finished"],
  ] as [Partial<ViewToolPart>, string][])("%j reads %j", (part, words) => {
    expect(html(part)).toContain(`>${words}</span>`);
  });
});

test("an approval asks with reason, arguments, a field and two buttons", () => {
  const markup = html({ state: "approval-requested", approval: { question: "Refunds above 100 need a person." } });
  expect(markup).toContain("Refunds above 100 need a person.");
  expect(markup).toContain(">Approve</button>");
  expect(markup).toContain(">Reject</button>");
  expect(markup).toMatch(/<label for="([^"]+)"[^>]*>Reason<\/label><input id="\1" type="text"/);
});

test("an approval shows long arguments whole", () => {
  const text = "x".repeat(500);
  expect(html({ state: "approval-requested", input: { text } })).not.toContain("<details");
  expect(html({ state: "output-available", input: { text } })).toContain("<details");
});

test("a date is asked for with a date field that has the call's label", () => {
  const markup = html({ toolName: "pick_date", input: { label: "Delivery date" } });
  expect(markup).toMatch(/<label for="([^"]+)"[^>]*>Delivery date<\/label><input id="\1" type="date" required/);
  expect(markup).toContain("Use this date");
  expect(markup).toContain("Cancel");
});

describe("the earliest date", () => {
  afterEach(() => void vi.useRealTimers());

  test("is today where the person is, unless the call says otherwise", () => {
    // Local time, in whatever zone the test runs.
    vi.useFakeTimers({ now: new Date(2026, 2, 4, 0, 30) });
    const input = { label: "Delivery date" };
    expect(html({ toolName: "pick_date", input })).toContain('min="2026-03-04"');
    const past = { ...input, earliest: "2020-01-01" };
    expect(html({ toolName: "pick_date", input: past })).toContain('min="2020-01-01"');
  });
});

test("an unstarted call offers to run here or to be cancelled", () => {
  const markup = html({ toolName: "copy_text", browser: "unstarted" });
  expect(markup).toContain("Run now");
  expect(markup).toContain("Cancel");
});

test("cards of earlier turns ask nothing", () => {
  expect(html({ state: "approval-requested", live: false })).not.toContain("<button");
  expect(html({ toolName: "pick_date", live: false })).not.toContain("<button");
});

test("controls are disabled before the page answers to input", () => {
  const markup = html({ state: "approval-requested" }, true);
  expect(markup.match(/<(button|input)[^>]* disabled=""/g)).toHaveLength(3);
});

test.each([null, undefined, false, 0, "", [], {}])("the output %j is shown as an answer", (output) => {
  expect(html({ state: "output-available", output })).toContain("Result");
});

test("a decision shows once its call is over, unless there is news of another one", () => {
  const approved = { approval: { approved: true } };
  expect(html({ state: "approval-responded", ...approved })).not.toContain("by you");
  expect(html({ state: "output-available", ...approved })).toContain("Approved by you");
  expect(html({ state: "output-denied", approval: { approved: false } })).toContain("Rejected by you");
  expect(html({ state: "output-available", ...approved, note: "Already approved elsewhere." })).not.toContain("by you");
});

test("what is news about a call shows at the call", () => {
  expect(html({ state: "output-denied", note: "Already rejected elsewhere." })).toContain(
    "Already rejected elsewhere.",
  );
});
