/** What answers a thread's next question, where several models are configured. */
export interface ModelOffer {
  threadId: string;
  ids: string[];
  /** What the server would take by itself. */
  current: string;
}
