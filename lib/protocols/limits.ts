import type { UserInput } from "../agent/protocol";
import { AppError } from "../errors";

/** Characters of one question, on every wire. */
export const TEXT_LIMIT = 32_000;
/** Bytes of a native request that carries results. */
export const RESULTS_LIMIT = 256_000;

/** @throws AppError `too-large` */
export function checkQuestionSize({ blocks }: Pick<UserInput, "blocks">): void {
  const length = blocks.reduce((sum, block) => sum + (block.type === "text" ? block.text.length : 0), 0);
  if (length > TEXT_LIMIT) throw new AppError("too-large", `A message has at most ${TEXT_LIMIT} characters of text.`);
}
