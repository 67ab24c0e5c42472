import { Pencil, RefreshCw } from "lucide-react";
import { lazy, memo, Suspense, useEffect, useRef, useState } from "react";
import { cn } from "../ui/cn";
import { IconButton } from "../ui/icon-button";
import { CallPart } from "./call-part";
import { CopyButton } from "./copy-button";
import { FilePart } from "./file-part";
import { needsPerson } from "./needs-person";
import { ReasoningPart } from "./reasoning-part";
import { PlainTextPart, TextPart } from "./text-part";

import type { CallActions, ViewMessage, ViewPart } from "./view";

export interface MessageProps {
  /** With the message's own run, what usage is asked for by. */
  threadId?: string;
  message: ViewMessage;
  actions: CallActions;
  /** Whether cards take answers: not before hydration. */
  disabled: boolean;
  /** Offered where another answer can be asked for. */
  onRegenerate?: (() => void) | null;
  /** Offered for the question that can be asked in other words. */
  onEdit?: ((text: string) => void) | null;
  /** What answered the question has called tools. */
  hasEffects?: boolean;
}

function Part({
  part,
  role,
  actions,
  disabled,
}: { part: ViewPart; role: ViewMessage["role"] } & Pick<MessageProps, "actions" | "disabled">) {
  switch (part.type) {
    case "text":
      return role === "user" ? <PlainTextPart part={part} /> : <TextPart part={part} />;
    case "reasoning":
      return <ReasoningPart part={part} />;
    case "file":
      return <FilePart part={part} />;
    case "tool":
      return <CallPart part={part} actions={actions} disabled={disabled} />;
  }
}

// Most visits edit nothing and ask for no figures.
const EditQuestion = lazy(() => import("./edit-question"));
const UsageButton = lazy(() => import("./usage-button"));

/** Buttons below a message: there for the keyboard and for fingers, else while the pointer is over it. */
const ACTIONS =
  "flex opacity-0 transition-opacity group-focus-within/message:opacity-100 group-hover/message:opacity-100 pointer-coarse:opacity-100";

function keyOf(part: ViewPart): string {
  return part.type === "tool" ? part.callId : part.id;
}

/** One message. Unchanged messages do not render again while a later one streams. */
export const Message = memo(function Message(props: MessageProps) {
  const { threadId, message, actions, disabled, onRegenerate, onEdit, hasEffects = false } = props;
  const [editing, setEditing] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const user = message.role === "user";
  const text = message.parts
    .map((part) => (part.type === "text" ? part.text : ""))
    .join("\n\n")
    .trim();
  const finished = !message.parts.some((part) => {
    if (part.type === "tool") return needsPerson(part);
    return part.type !== "file" && part.streaming;
  });

  // The form goes away, and would take the keyboard's place on the page with it.
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !editing && document.activeElement === document.body) edit.current?.focus();
    wasEditing.current = editing;
  }, [editing]);
  const close = () => setEditing(false);
  if (message.parts.length === 0 && !message.ended) return null;
  return (
    <article
      data-role={message.role}
      data-message-id={message.id}
      aria-label={user ? "You" : "Assistant"}
      className={cn("group/message flex flex-col gap-2.5", user && "items-end")}
    >
      {editing && onEdit ? (
        <Suspense fallback={<p className="max-w-[85%] self-end whitespace-pre-wrap">{text}</p>}>
          <EditQuestion
            text={text}
            hasEffects={hasEffects}
            onCancel={close}
            onSend={(changed) => {
              setEditing(false);
              onEdit(changed);
            }}
          />
        </Suspense>
      ) : (
        <div
          className={cn(
            user
              ? "flex max-w-[85%] flex-col gap-2 rounded-2xl rounded-br-md bg-muted px-3.5 py-2 leading-relaxed"
              : "flex flex-col gap-3",
          )}
        >
          {message.parts.map((part) => (
            <Part key={keyOf(part)} part={part} role={message.role} actions={actions} disabled={disabled} />
          ))}
        </div>
      )}
      {user && onEdit && !editing && (
        <div className={cn("-mt-1.5", ACTIONS)}>
          <CopyButton label="Copy message" text={() => text} />
          <IconButton ref={edit} label="Edit message" disabled={disabled} onClick={() => setEditing(true)}>
            <Pencil aria-hidden className="size-4" />
          </IconButton>
        </div>
      )}
      {message.ended && <p className="text-xs text-muted-foreground">{message.ended}</p>}
      {!user && text !== "" && finished && (
        <div className={cn("-mt-2 -ml-2", ACTIONS)}>
          <CopyButton label="Copy answer" text={() => text} />
          {onRegenerate && (
            <IconButton label="Answer again" onClick={onRegenerate}>
              <RefreshCw aria-hidden className="size-4" />
            </IconButton>
          )}
          {threadId && message.runId && (
            <Suspense>
              <UsageButton threadId={threadId} runId={message.runId} />
            </Suspense>
          )}
        </div>
      )}
    </article>
  );
});
