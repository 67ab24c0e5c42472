import type { UserInput } from "../agent/protocol";
import { AppError } from "../errors";
import { TEXT_LIMIT } from "./limits.schema";

/** Bytes of a native request that carries results. */
export const RESULTS_LIMIT = 256_000;

/** Messages of a conversation that a client sends along: what is before its end is read for ids at most. */
export const MESSAGES_LIMIT = 5_000;

/** @throws AppError `too-large` */
export function checkMessageCount(messages: unknown[]): void {
  if (messages.length > MESSAGES_LIMIT) {
    throw new AppError("too-large", `A request has at most ${MESSAGES_LIMIT} messages.`);
  }
}

/** @throws AppError `too-large` */
export function checkQuestionSize({ blocks }: Pick<UserInput, "blocks">): void {
  const length = blocks.reduce((sum, block) => sum + (block.type === "text" ? block.text.length : 0), 0);
  if (length > TEXT_LIMIT) throw new AppError("too-large", `A message has at most ${TEXT_LIMIT} characters of text.`);
}
