import type { AgentDefinition } from "./define-agent";
import type { Block, Message } from "./messages";

/** Tokens that the conversation may take when an agent does not say. */
const DEFAULT_WINDOW = 50_000;
const DEFAULT_RATIO = 0.5;
/** Messages that a segment loads; a longer conversation is cut as if it had outgrown its window. */
export const MAX_CONTEXT_MESSAGES = 400;

/** What providers count for an image, roughly, however many bytes it has. */
const IMAGE_TOKENS = 1_600;
const CHARACTERS_PER_TOKEN = 4;

/** A rough count, on the safe side for Latin text: providers report the truth only after the call. */
export function estimateTokens({ blocks }: Pick<Message, "blocks">): number {
  return blocks.reduce((sum, block) => sum + blockTokens(block), 4);
}

function blockTokens(block: Block): number {
  if (block.type !== "file") return Math.ceil(JSON.stringify(block).length / CHARACTERS_PER_TOKEN);
  // Base64 has four characters for three of the text.
  return block.mediaType.startsWith("image/")
    ? IMAGE_TOKENS
    : Math.ceil((block.url.length * 0.75) / CHARACTERS_PER_TOKEN);
}

/**
 * The oldest turns to archive when the history has outgrown the window: whole turns, until `historyTrimRatio` of the
 * window is free again. The cut is deep so that the start of the request, which providers cache, moves seldom. The newest
 * turn goes only if the window is too small for it alone.
 */
export function archiveOldTurns(
  history: Message[],
  definition: Pick<AgentDefinition, "contextWindow" | "historyTrimRatio">,
): Message[] {
  const window = definition.contextWindow ?? DEFAULT_WINDOW;
  const kept = 1 - (definition.historyTrimRatio ?? DEFAULT_RATIO);
  const sizes = history.map(estimateTokens);
  let tokens = sizes.reduce((sum, size) => sum + size, 0);
  const fits = (index: number, share: number) =>
    tokens <= window * share && history.length - index <= (MAX_CONTEXT_MESSAGES / 2) * share;
  if (fits(0, 1)) return [];
  let cut = history.length;
  for (const [index, message] of history.entries()) {
    if (message.role === "user") {
      cut = fits(index, 1) ? index : history.length;
      if (fits(index, kept)) break;
    }
    tokens -= sizes[index] ?? 0;
  }
  return history.slice(0, cut).map((message) => ({ ...message, archived: true }));
}
