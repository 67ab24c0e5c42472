import { RequestError } from "../thread-api/failure";

function problem(error: unknown, texts: Record<string, string>, otherwise: string): string {
  if (!(error instanceof RequestError)) return otherwise;
  const { failure } = error;
  if (failure.kind === "connection") return "The server cannot be reached. Try again.";
  return (failure.kind === "refused" && texts[failure.code]) || otherwise;
}

/** Why a thread could not be renamed, for the person who tried. */
export function renameProblem(error: unknown): string {
  return problem(
    error,
    { "not-found": "This thread is gone.", "invalid-input": "This cannot be a title. Try another." },
    "It could not be renamed. Try again.",
  );
}

/** Why a thread could not be deleted, for the person who tried. */
export function deleteProblem(error: unknown): string {
  return problem(
    error,
    {
      "run-in-flight": "The agent is still working in it. Stop it first.",
      "not-found": "This thread is already gone.",
    },
    "It could not be deleted. Try again.",
  );
}
