import type { FrameUsage } from "./log-frame";

/** Tokens in words; what a provider does not report is left out. */
export function formatUsage(usage: FrameUsage | null | undefined): string {
  if (!usage) return "–";
  const { inputTokens, outputTokens, cachedInputTokens, reasoningTokens } = usage;
  const counts = [
    inputTokens === null ? null : `${inputTokens} in`,
    outputTokens === null ? null : `${outputTokens} out`,
    cachedInputTokens ? `${cachedInputTokens} cached` : null,
    reasoningTokens ? `${reasoningTokens} reasoning` : null,
  ].filter((text) => text !== null);
  return counts.length === 0 ? "–" : counts.join(" · ");
}
