import "@copilotkit/react-core/v2/styles.css";
import "./thread.css";
import { CopilotChat, CopilotKitProvider } from "@copilotkit/react-core/v2";
import { useEffect } from "react";
import type { ModelOffer } from "../chat-ui/model-offer";
import { takeFirstMessage } from "../home/first-message";
import { countResults } from "./agent-messages";
import { Approvals } from "./approvals";
import { ChatView } from "./chat-view";
import { DeskTools } from "./desk-tools";
import { ThreadProvider } from "./thread-context";
import { RUNTIME_URL } from "./thread-controller";
import { AGENT_ID, useCopilotThread } from "./use-copilot-thread";

export interface CopilotThreadProps {
  threadId: string;
  models?: ModelOffer | undefined;
  /** The page answers to input. */
  onReady(): void;
  /** Called with the number of tool results: what a tool may have changed should be read again. */
  onResults(count: number): void;
}

/** How often a streaming answer renders, in milliseconds: faster than anybody reads. */
const RENDER_INTERVAL = 40;

function Thread({ threadId, models, onReady, onResults }: CopilotThreadProps) {
  const view = useCopilotThread(threadId);
  const results = countResults(view.messages);
  useEffect(() => {
    if (view.ready) onReady();
  }, [view.ready, onReady]);
  useEffect(() => onResults(results), [results, onResults]);

  // What was written on a page before this one. It is sent once the conversation is known, as if it had been written here.
  const { controller } = view;
  const idle = view.ready && view.state.restored && !view.reading;
  useEffect(() => {
    const text = idle ? takeFirstMessage(threadId) : null;
    if (text !== null) controller.send(text);
  }, [idle, controller, threadId]);

  return (
    <ThreadProvider value={{ ...view, models }}>
      <DeskTools withheld={view.withheld} />
      <Approvals />
      {view.ready ? (
        <CopilotChat agentId={AGENT_ID} threadId={threadId} chatView={ChatView} throttleMs={RENDER_INTERVAL} />
      ) : (
        // Until the runtime is known, CopilotChat would restore the thread on an agent that is replaced a moment later, and
        // leave a second waiting handler behind.
        <ChatView />
      )}
    </ThreadProvider>
  );
}

/** Errors are read from the core by our own tracker; without a handler CopilotKit would write them to the console. */
const ignore = () => undefined;

/** One thread on CopilotKit. Loaded by its page alone: it is the largest part of this application. */
export default function CopilotThread(props: CopilotThreadProps) {
  return (
    <div className="copilot-thread flex min-h-0 flex-1 flex-col">
      {/* A provider of its own for each thread: an open interrupt would else follow into the next one. */}
      <CopilotKitProvider
        key={props.threadId}
        runtimeUrl={RUNTIME_URL}
        useSingleEndpoint={false}
        enableInspector={false}
        onError={ignore}
      >
        <Thread {...props} />
      </CopilotKitProvider>
    </div>
  );
}
