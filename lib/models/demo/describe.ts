import { code, quote } from "./quote";
import { sentence, showResult } from "./show";
import type { MadeCall } from "./situation";
import { truncate } from "./truncate";

/** `refund_order` (A-1001, 250): the call as people recognise it. */
export function nameCall({ toolName, input }: Pick<MadeCall, "toolName" | "input">): string {
  const values = typeof input === "object" && input !== null ? Object.values(input) : [];
  const shown = values
    .map((value) => (typeof value === "string" ? value : JSON.stringify(value)))
    .join(", ")
    .replace(/\s+/g, " ");
  return shown === "" ? code(toolName) : `${code(toolName)} (${quote(truncate(shown, 200)).replace(/^“|”$/g, "")})`;
}

/** What came of a call, plainly: a failure is a failure, a rejection was not executed. */
export function describeOutcome(call: MadeCall): string {
  const { outcome } = call;
  const name = nameCall(call);
  switch (outcome.kind) {
    case "returned":
      return sentence(`${name} returned ${showResult(outcome.text)}`);
    case "failed":
      return `${name} failed: ${quote(outcome.text)}`;
    case "cancelled":
      return `${name} was cancelled and gave no result: ${quote(outcome.text)}`;
    case "stopped":
      return `${name} was stopped before it gave a result: ${quote(outcome.text)}`;
    case "rejected":
      return outcome.reason
        ? `${name} was rejected and not executed. The reason you gave: ${quote(outcome.reason)}`
        : `${name} was rejected and not executed. You gave no reason.`;
    case "open":
      return `${name} has no result yet.`;
  }
}
