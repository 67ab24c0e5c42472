const chosen = new Map<string, string>();

/** The model that this page shows for the thread's next question; none: the server takes the one the thread had last. */
export function chosenModel(threadId: string): string | undefined {
  return chosen.get(threadId);
}

export function setChosenModel(threadId: string, model: string): void {
  chosen.set(threadId, model);
}
