import {
  CopilotChat,
  CopilotChatMessageView,
  type CopilotChatMessageViewProps,
  type CopilotChatViewProps,
  useAgent,
} from "@copilotkit/react-core/v2";
import { useEffect, useRef } from "react";
import { Composer } from "../chat-ui/composer";
import { demoSuggestions } from "../chat-ui/demo-suggestions";
import { ErrorBanner } from "../chat-ui/error-banner";
import { StatusLine } from "../chat-ui/status-line";
import { Suggestions } from "../chat-ui/suggestions";
import { useAnnounceThread } from "../threads/use-announce-thread";
import { useReturns } from "../threads/use-returns";
import { asSlot } from "./as-slot";
import { AssistantMessage, ReasoningMessage, UserMessage } from "./message-slots";
import { OfferedTools } from "./offered-tools";
import { useThread } from "./thread-context";
import { threadStatus } from "./thread-status";
import { AGENT_ID } from "./use-copilot-thread";

/** CopilotKit's message list with our messages in it, found by the names that all our pages share. */
function OurMessageList(props: CopilotChatMessageViewProps) {
  const { controller, state } = useThread();
  if (props.messages?.length === 0 && state.restored && !props.isRunning) {
    return (
      <Suggestions
        heading="What shall the agent do?"
        suggestions={demoSuggestions}
        disabled={!state.restored}
        onChoose={(prompt) => controller.send(prompt)}
      >
        <p className="text-muted-foreground">
          CopilotKit's own chat and hooks, on runs that outlive the page, the process and the client.
        </p>
      </Suggestions>
    );
  }
  return (
    <CopilotChatMessageView
      {...props}
      role="log"
      aria-label="Conversation"
      aria-live="off"
      className="gap-6 py-6"
      assistantMessage={AssistantMessage}
      userMessage={UserMessage}
      reasoningMessage={ReasoningMessage}
    />
  );
}

const MessageList = asSlot(OurMessageList, CopilotChatMessageView);

/** Under the conversation: what went wrong, how things stand, and where a person writes. */
function Footer() {
  const view = useThread();
  const { controller, state, withheld, setWithheld } = view;
  const { agent } = useAgent({ agentId: AGENT_ID, updates: [] });
  const { status, text, busy, canStop, waits } = threadStatus(view, agent.pendingInterrupts);
  const composer = useRef<HTMLTextAreaElement>(null);
  useAnnounceThread(status, waits);
  useReturns(view.threadId, controller, { busy, waits });

  // "Stop" disappears with what it stopped, and would take the keyboard's place on the page with it.
  const wasStopping = useRef(false);
  useEffect(() => {
    if (wasStopping.current && !state.stopping && document.activeElement === document.body) composer.current?.focus();
    wasStopping.current = state.stopping;
  }, [state.stopping]);

  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-2 px-3 pb-3 sm:px-6 sm:pb-4">
      {state.problem && (
        <ErrorBanner
          problem={state.problem}
          onRetry={() => controller.retry()}
          onDismiss={() => controller.dismiss()}
        />
      )}
      <div className="flex items-center justify-between gap-2">
        <StatusLine status={status} text={text} waiting={waits} />
        <OfferedTools withheld={withheld} onChange={setWithheld} disabled={!view.ready} />
      </div>
      <Composer
        ref={composer}
        draft={state.draft}
        models={view.models}
        onDraftChange={(draft) => controller.setDraft(draft)}
        onSend={(draft) => controller.send(draft)}
        onStop={() => void controller.stop()}
        disabled={!view.ready}
        canStop={canStop}
        stopping={state.stopping}
        busy={busy}
        cancels={waits}
      />
    </div>
  );
}

/** CopilotChat's view: its scrolling and its message list, above our footer. */
export function ChatView(props: CopilotChatViewProps) {
  const { messages } = useThread();
  return (
    <CopilotChat.View
      {...props}
      messages={[...messages]}
      messageView={MessageList}
      welcomeScreen={false}
      // Without messages the page is read from its top.
      autoScroll={messages.length > 0}
    >
      {({ scrollView }) => (
        <div className="flex min-h-0 flex-1 flex-col">
          <div className="relative flex min-h-0 flex-1 flex-col">{scrollView}</div>
          <Footer />
        </div>
      )}
    </CopilotChat.View>
  );
}
