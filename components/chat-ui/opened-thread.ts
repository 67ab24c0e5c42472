import type { ModelOffer } from "./model-offer";

/** What the server knows of a thread when it renders the page. */
export interface OpenedThread {
  threadId: string;
  /** Whether anything has been asked in it. */
  begun: boolean;
  /** Where there are several to choose from. */
  models?: ModelOffer | undefined;
}
