/** Why an answer is not the whole answer, from the status of its run; `undefined`: it is, or may become it. */
export function endedBecause(runStatus: unknown): string | undefined {
  if (runStatus === "failed") return "The answer failed.";
  return runStatus === "cancelled" ? "Ended before the answer was complete." : undefined;
}
