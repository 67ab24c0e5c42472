import { ArrowDown } from "lucide-react";
import { type ReactNode, type Ref, useCallback, useImperativeHandle } from "react";
import { Button } from "../ui/button";
import { cn } from "../ui/cn";
import { Message } from "./message";
import { useKeepPlace } from "./use-keep-place";
import { useStickToEnd } from "./use-stick-to-end";
import type { CallActions, ViewMessage, ViewStatus } from "./view";

export interface ConversationHandle {
  /** For a message that the reader has just sent: whatever they were reading, they now want to see the answer. */
  jumpToEnd(): void;
  focus(): void;
}

export interface ConversationProps {
  threadId: string;
  messages: ViewMessage[];
  status: ViewStatus;
  actions: CallActions;
  disabled: boolean;
  /** There are messages, and they are not here yet. */
  loading?: boolean;
  /** Older messages that are not shown yet. */
  earlier?: { loading: boolean; load(): void } | null;
  /** Asks for another answer to the last question. */
  onRegenerate?: (() => void) | null;
  /** Asks the last question in other words. */
  onEdit?: ((text: string) => void) | null;
  /** Shown while there is no message. */
  empty: ReactNode;
  ref?: Ref<ConversationHandle>;
}

/**
 * The conversation. New text is not announced word by word (`aria-live` off): the status line says when an answer
 * begins, asks something and ends.
 */
export function Conversation({
  threadId,
  messages,
  status,
  actions,
  disabled,
  loading = false,
  earlier,
  onRegenerate,
  onEdit,
  empty,
  ref,
}: ConversationProps) {
  const { scroller, content, atEnd, jumpToEnd } = useStickToEnd(messages.length > 0);
  useKeepPlace(scroller, messages[0]?.id);
  const focus = useCallback(() => scroller.current?.focus({ preventScroll: true }), [scroller]);
  const question = messages.findLastIndex((message) => message.role === "user");
  const hasEffects = messages.slice(question + 1).some(({ parts }) => parts.some((part) => part.type === "tool"));
  useImperativeHandle(ref, () => ({ jumpToEnd, focus }), [jumpToEnd, focus]);

  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroller}
        role="log"
        aria-label="Conversation"
        aria-live="off"
        aria-busy={loading}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
        tabIndex={0}
        // At the end the newest text keeps its place, not the oldest in view: the browser's own anchoring would look like
        // a reader who moves up.
        className={cn(
          "relative h-full overflow-y-auto overscroll-contain -outline-offset-2",
          atEnd && "[overflow-anchor:none]",
        )}
      >
        <div ref={content} className="mx-auto flex w-full max-w-3xl flex-col gap-6 px-4 py-6 sm:px-6">
          {messages.length === 0 && (loading ? <Placeholder /> : empty)}
          {earlier && (
            <Button onClick={earlier.load} disabled={disabled || earlier.loading} className="self-center">
              {earlier.loading ? "Loading…" : "Show earlier messages"}
            </Button>
          )}
          {messages.map((message, index) => (
            <Message
              key={message.id}
              threadId={threadId}
              message={message}
              actions={actions}
              disabled={disabled}
              onRegenerate={index === messages.length - 1 ? onRegenerate : null}
              onEdit={index === question ? onEdit : null}
              hasEffects={index === question && hasEffects}
            />
          ))}
          {awaitsAnswer(messages, status) && <Dots />}
        </div>
      </div>
      {!atEnd && (
        <Button
          onClick={() => {
            jumpToEnd();
            // The button goes away, and would take the keyboard's place on the page with it.
            focus();
          }}
          className="absolute bottom-3 left-1/2 -translate-x-1/2 rounded-full shadow-md"
        >
          <ArrowDown aria-hidden className="size-4" />
          Jump to latest
        </Button>
      )}
    </div>
  );
}

/** Whether the answer has been asked for and nothing of it shows yet. */
function awaitsAnswer(messages: ViewMessage[], status: ViewStatus): boolean {
  if (status !== "submitted" && status !== "streaming") return false;
  const last = messages.at(-1);
  if (!last) return true;
  if (last.role === "user") return true;
  const part = last.parts.at(-1);
  if (!part) return true;
  return part.type === "tool" && ["output-available", "output-error", "output-denied"].includes(part.state);
}

/** A question and an answer, until the real ones are here. */
function Placeholder() {
  return (
    <div aria-hidden className="flex animate-pulse flex-col gap-6">
      <div className="h-10 w-1/2 self-end rounded-2xl bg-muted" />
      <div className="flex flex-col gap-3">
        {["w-11/12", "w-4/5", "w-2/3"].map((width) => (
          <div key={width} className={`h-3.5 rounded bg-muted ${width}`} />
        ))}
      </div>
    </div>
  );
}

function Dots() {
  return (
    <div aria-hidden className="flex h-6 items-center gap-1">
      {["0ms", "160ms", "320ms"].map((delay) => (
        <span
          key={delay}
          style={{ animationDelay: delay }}
          className="size-1.5 animate-pulse rounded-full bg-muted-foreground"
        />
      ))}
    </div>
  );
}
