import { AppError } from "../errors";
import type { Answer } from "./events";

/** Characters of one answer as JSON: it is stored, and sent with every later prompt. */
export const ANSWER_LIMIT = 256_000;

/** @throws AppError `too-large` */
export function checkAnswerSize(callId: string, answer: Answer): void {
  if (JSON.stringify(answer).length > ANSWER_LIMIT) {
    throw new AppError("too-large", `The answer to call ${callId} has more than ${ANSWER_LIMIT} characters.`);
  }
}
