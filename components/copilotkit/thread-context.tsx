import type { Message } from "@copilotkit/react-core/v2";
import { createContext, type ReactNode, useContext } from "react";
import type { ModelOffer } from "../chat-ui/model-offer";
import type { ThreadController } from "./thread-controller";
import type { ThreadState } from "./thread-state";

/** What the cards of a thread need to know beside their own call. */
export interface ThreadView {
  threadId: string;
  controller: ThreadController;
  state: ThreadState;
  messages: readonly Message[];
  /** A stream is being read. */
  reading: boolean;
  /** The runtime has told its agents: the page answers to input. */
  ready: boolean;
  /** Names of the page's tools that are not offered to the agent now. */
  withheld: ReadonlySet<string>;
  setWithheld(withheld: ReadonlySet<string>): void;
  models?: ModelOffer | undefined;
}

const Context = createContext<ThreadView | null>(null);

export function ThreadProvider({ value, children }: { value: ThreadView; children: ReactNode }) {
  return <Context value={value}>{children}</Context>;
}

export function useThread(): ThreadView {
  const view = useContext(Context);
  if (!view) throw new Error("This component belongs inside a thread.");
  return view;
}
