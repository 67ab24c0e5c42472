/** The field's text with a question back in it that was not accepted: nothing of either is lost. */
export function withReturned(question: string, draft: string): string {
  return draft.trim() === "" ? question : `${question}\n${draft}`;
}
