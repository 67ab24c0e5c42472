import { lazy, memo, Suspense, useEffect, useRef, useState } from "react";
import { cn } from "../ui/cn";
import { CallPart } from "./call-part";
import { needsPerson } from "./needs-person";
import { PlainTextPart, TextPart } from "./text-part";
import { createLoader, useLoaded } from "./use-loaded";
import type { CallActions, ViewFilePart, ViewMessage, ViewPart, ViewReasoningPart } from "./view";

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
      return <Reasoning part={part} />;
    case "file":
      return <File part={part} />;
    case "tool":
      return <CallPart part={part} actions={actions} disabled={disabled} />;
  }
}

const reasoningPart = createLoader(() => import("./reasoning-part").then((module) => module.ReasoningPart));

/** Reasoning, or one line for it until the page has loaded what folds it. */
function Reasoning({ part }: { part: ViewReasoningPart }) {
  const ReasoningPart = useLoaded(reasoningPart);
  return ReasoningPart ? <ReasoningPart part={part} /> : <p className="text-sm text-muted-foreground">Thinking…</p>;
}

const filePart = createLoader(() => import("./file-part").then((module) => module.FilePart));

/** A file as it is, or its name until the page has loaded what shows files. */
function File({ part }: { part: ViewFilePart }) {
  const FilePart = useLoaded(filePart);
  return FilePart ? <FilePart part={part} /> : <span>{part.filename ?? part.mediaType}</span>;
}

// Most visits edit nothing.
const EditQuestion = lazy(() => import("./edit-question"));

const messageActions = createLoader(() => import("./message-actions").then((module) => module.MessageActions));

/** What can be done with a finished message, once it has been loaded. */
function Actions(props: Parameters<Awaited<ReturnType<typeof messageActions.start>>>[0]) {
  const MessageActions = useLoaded(messageActions);
  return MessageActions ? <MessageActions {...props} /> : null;
}

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
        <Actions copyLabel="Copy message" text={text} disabled={disabled} edit={edit} onEdit={() => setEditing(true)} />
      )}
      {message.ended && <p className="text-xs text-muted-foreground">{message.ended}</p>}
      {!user && text !== "" && finished && (
        <Actions
          copyLabel="Copy answer"
          text={text}
          disabled={disabled}
          onRegenerate={onRegenerate}
          usageOf={threadId ? { threadId, messageId: message.id } : undefined}
        />
      )}
    </article>
  );
});
