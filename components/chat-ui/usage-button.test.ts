import { expect, it } from "vitest";
import { usageText } from "./usage-button";

it("says what an answer has used, and what is not known", () => {
  expect(usageText({ steps: 2, inputTokens: 12345, outputTokens: 67 })).toBe("2 model steps: 12,345 tokens in, 67 out");
  expect(usageText({ steps: 1, inputTokens: 0, outputTokens: null })).toBe("1 model step: 0 tokens in, ? out");
  expect(usageText({ steps: 1, inputTokens: null, outputTokens: null })).toContain("reports no tokens");
  expect(usageText({ steps: 0, inputTokens: null, outputTokens: null })).toBe("The log of this answer is gone.");
});
