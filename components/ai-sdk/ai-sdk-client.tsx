"use client";

import { useCallback, useEffect, useRef } from "react";
import { Composer } from "../chat-ui/composer";
import { Conversation, type ConversationHandle } from "../chat-ui/conversation";
import { demoSuggestions } from "../chat-ui/demo-suggestions";
import { ErrorBanner } from "../chat-ui/error-banner";
import { StatusLine } from "../chat-ui/status-line";
import { Suggestions } from "../chat-ui/suggestions";
import { ThreadPage } from "../chat-ui/thread-page";
import { useHydrated } from "../chat-ui/use-hydrated";
import { OrderDesk } from "../order-desk/order-desk";
import { useAiSdkThread } from "./use-ai-sdk-thread";

/** The page `/chat/{threadId}`: the thread on the AI SDK's `useChat`, beside the desk that the agent works on. */
export function AiSdkClient({ threadId }: { threadId: string }) {
  const ready = useHydrated();
  const thread = useAiSdkThread(threadId);
  const conversation = useRef<ConversationHandle>(null);
  const composer = useRef<HTMLTextAreaElement>(null);

  // Buttons that disappear once they have done their work would take the keyboard's place on the page with them. On a
  // touch screen the field would open the keyboard, so the conversation takes the focus there.
  const keepFocus = useCallback(() => {
    if (window.matchMedia("(pointer: coarse)").matches) conversation.current?.focus();
    else composer.current?.focus();
  }, []);

  const wasStopping = useRef(false);
  useEffect(() => {
    if (wasStopping.current && !thread.stopping && document.activeElement === document.body) keepFocus();
    wasStopping.current = thread.stopping;
  }, [thread.stopping, keepFocus]);

  function send(text: string) {
    thread.send(text);
    conversation.current?.jumpToEnd();
    keepFocus();
  }

  return (
    <ThreadPage
      threadId={threadId}
      client="ai-sdk"
      ready={ready}
      desk={<OrderDesk refreshKey={thread.resultCount} />}
      conversation={
        <>
          <Conversation
            ref={conversation}
            messages={thread.messages}
            status={thread.status}
            actions={thread.actions}
            disabled={!ready}
            earlier={thread.earlier}
            onRegenerate={thread.regenerate}
            empty={
              thread.known && (
                <Suggestions
                  heading="What shall the agent do?"
                  suggestions={demoSuggestions}
                  disabled={!ready}
                  onChoose={send}
                >
                  <p className="text-muted-foreground">
                    It works on the order desk, in your browser and on the server. Reload, close the tab or restart the
                    server whenever you like: the run goes on.
                  </p>
                </Suggestions>
              )
            }
          />
          <div className="mx-auto flex w-full max-w-3xl flex-col gap-2 px-3 pb-3 sm:px-6 sm:pb-4">
            {thread.problem && (
              <ErrorBanner
                problem={thread.problem}
                onRetry={() => {
                  thread.retry();
                  keepFocus();
                }}
                onDismiss={() => {
                  thread.dismiss();
                  keepFocus();
                }}
              />
            )}
            <StatusLine status={thread.status} text={thread.statusText} waiting={thread.cancels} />
            <Composer
              ref={composer}
              draft={thread.draft}
              onDraftChange={thread.setDraft}
              onSend={send}
              onStop={thread.stop}
              disabled={!ready}
              canStop={thread.canStop}
              stopping={thread.stopping}
              busy={thread.busy}
              cancels={thread.cancels}
            />
          </div>
        </>
      }
    />
  );
}
