import type { Intent } from "./intent";
import { orderIntents } from "./intents/orders";
import { pageReading } from "./intents/page-reading";
import { pageWriting, personAsking } from "./intents/page-writing";
import { smallTalk, storyTelling } from "./intents/talk";
import { callTrials, failureTrials } from "./intents/trials";

/** Everything the demo model understands, in the order in which it tries. Teach it more by adding an {@link Intent}. */
export const INTENTS: readonly Intent[] = [
  ...callTrials,
  ...storyTelling,
  ...pageWriting,
  ...pageReading,
  ...personAsking,
  ...orderIntents,
  ...failureTrials,
  ...smallTalk,
];
