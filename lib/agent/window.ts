import type { AgentDefinition } from "./define-agent";
import type { Message } from "./messages";

/** Tokens that the conversation may take when an agent does not say. */
const DEFAULT_WINDOW = 50_000;
const DEFAULT_RATIO = 0.5;
/** Messages that a segment loads; a longer conversation is cut as if it had outgrown its window. */
export const MAX_CONTEXT_MESSAGES = 400;

/** A rough count, on the safe side for Latin text: providers report the truth only after the call. */
export function estimateTokens(message: Message): number {
  return Math.ceil(JSON.stringify(message.blocks).length / 4) + 4;
}

/**
 * The oldest turns to archive when the history has outgrown the window: whole turns, until `historyTrimRatio` of the
 * window is free again. The cut is deep so that the start of the request, which providers cache, moves seldom.
 */
export function archiveOldTurns(
  history: Message[],
  definition: Pick<AgentDefinition, "contextWindow" | "historyTrimRatio">,
): Message[] {
  const window = definition.contextWindow ?? DEFAULT_WINDOW;
  const ratio = definition.historyTrimRatio ?? DEFAULT_RATIO;
  const sizes = history.map(estimateTokens);
  let tokens = sizes.reduce((sum, size) => sum + size, 0);
  let count = history.length;
  if (tokens <= window && count <= MAX_CONTEXT_MESSAGES / 2) return [];
  const tokenGoal = window * (1 - ratio);
  const countGoal = (MAX_CONTEXT_MESSAGES / 2) * (1 - ratio);
  let cut = 0;
  for (const [index, message] of history.entries()) {
    const fits = tokens <= tokenGoal && count <= countGoal;
    if (message.role === "user") {
      cut = index;
      if (fits) break;
    }
    tokens -= sizes[index] ?? 0;
    count -= 1;
    if (index === history.length - 1) cut = history.length;
  }
  return history.slice(0, cut).map((message) => ({ ...message, archived: true }));
}
