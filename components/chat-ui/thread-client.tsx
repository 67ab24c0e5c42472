import { useCallback, useEffect, useRef, useState } from "react";
import { takeFirstMessage } from "../home/first-message";
import { OrderDesk } from "../order-desk/order-desk";
import { useHydrated } from "../shell/hydrated";
import { useAnnounceThread } from "../threads/use-announce-thread";
import type { Attachments } from "./attachments";
import type { ClientId } from "./client-switcher";
import { Composer } from "./composer";
import { Conversation, type ConversationHandle } from "./conversation";
import { demoSuggestions } from "./demo-suggestions";
import { ErrorBanner } from "./error-banner";
import type { OpenedThread } from "./opened-thread";
import { StatusLine } from "./status-line";
import { Suggestions } from "./suggestions";
import { ThreadPage } from "./thread-page";
import type { CallActions, ViewMessage, ViewProblem, ViewStatus } from "./view";

/** One thread as a page shows it, whatever client library it stands on, and everything a person can do in it. */
export interface ThreadModel {
  messages: ViewMessage[];
  status: ViewStatus;
  statusText: string;
  /** The conversation is known: what the tab kept, or what the server said. Until then it is not known to be empty. */
  known: boolean;
  problem: ViewProblem | null;
  draft: string;
  /** Files to send with the draft; `null` where the client cannot. */
  files: Attachments | null;
  busy: boolean;
  canStop: boolean;
  stopping: boolean;
  /** Sending now cancels what the agent waits for. */
  cancels: boolean;
  /** Changes with every tool result: what a tool may have changed should be read again. */
  resultCount: number;
  actions: CallActions;
  /** Older messages that are not shown yet. */
  earlier: { loading: boolean; load(): void } | null;
  /** Asks for another answer; `null` while that is not possible or would run tools again. */
  regenerate: (() => void) | null;
  /** Asks the last question in other words; `null` while its turn goes on, or where the protocol cannot. */
  edit: ((text: string) => void) | null;
  setDraft(text: string): void;
  send(text: string): void;
  stop(): void;
  retry(): void;
  dismiss(): void;
}

/** The page of a thread: the conversation beside the desk that the agent works on. */
export function ThreadClient({
  threadId,
  begun,
  models,
  client,
  thread,
}: OpenedThread & {
  client: ClientId;
  thread: ThreadModel;
}) {
  const ready = useHydrated();
  // As the server renders it, the page is as new as what the server knows. A page that the browser brings back is not.
  const [empty] = useState(!ready && !begun);
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

  const loading = begun && !thread.known;
  useAnnounceThread(thread.status, thread.cancels);

  // What was written on the home page. It is sent once the conversation is known, as if it had been written here.
  const looked = useRef(false);
  useEffect(() => {
    if (!thread.known || looked.current) return;
    looked.current = true;
    const text = takeFirstMessage(threadId);
    if (text !== null) thread.send(text);
  }, [thread, threadId]);

  return (
    <ThreadPage
      threadId={threadId}
      client={client}
      ready={ready}
      desk={<OrderDesk refreshKey={thread.resultCount} />}
      conversation={
        <>
          <Conversation
            ref={conversation}
            threadId={threadId}
            messages={thread.messages}
            status={thread.status}
            actions={thread.actions}
            disabled={!ready}
            earlier={thread.earlier}
            onRegenerate={thread.regenerate}
            onEdit={
              thread.edit &&
              ((text) => {
                thread.edit?.(text);
                conversation.current?.jumpToEnd();
                keepFocus();
              })
            }
            loading={loading}
            empty={
              (empty || thread.known) && (
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
            <StatusLine
              status={thread.status}
              text={loading && thread.status === "ready" ? "Loading the conversation…" : thread.statusText}
              waiting={thread.cancels}
            />
            <Composer
              ref={composer}
              draft={thread.draft}
              files={thread.files}
              models={models}
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
