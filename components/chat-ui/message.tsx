import { RefreshCw } from "lucide-react";
import { memo } from "react";
import { cn } from "../ui/cn";
import { IconButton } from "../ui/icon-button";
import { CopyButton } from "./copy-button";
import { needsPerson } from "./needs-person";
import { ReasoningPart } from "./reasoning-part";
import { PlainTextPart, TextPart } from "./text-part";
import { ToolPart } from "./tool-part";
import type { CallActions, ViewMessage, ViewPart } from "./view";

export interface MessageProps {
  message: ViewMessage;
  actions: CallActions;
  /** Whether cards take answers: not before hydration. */
  disabled: boolean;
  /** Offered where another answer can be asked for. */
  onRegenerate?: (() => void) | null;
}

function Part({
  part,
  role,
  actions,
  disabled,
}: { part: ViewPart; role: ViewMessage["role"] } & Omit<MessageProps, "message" | "onRegenerate">) {
  switch (part.type) {
    case "text":
      return role === "user" ? <PlainTextPart part={part} /> : <TextPart part={part} />;
    case "reasoning":
      return <ReasoningPart part={part} />;
    case "tool":
      return <ToolPart part={part} actions={actions} disabled={disabled} />;
  }
}

function keyOf(part: ViewPart): string {
  return part.type === "tool" ? part.callId : part.id;
}

/** One message. Unchanged messages do not render again while a later one streams. */
export const Message = memo(function Message({ message, actions, disabled, onRegenerate }: MessageProps) {
  const user = message.role === "user";
  const text = message.parts
    .map((part) => (part.type === "text" ? part.text : ""))
    .join("\n\n")
    .trim();
  const finished = !message.parts.some((part) => (part.type === "tool" ? needsPerson(part) : part.streaming));
  if (message.parts.length === 0 && !message.ended) return null;
  return (
    <article
      data-role={message.role}
      data-message-id={message.id}
      aria-label={user ? "You" : "Assistant"}
      className={cn("group/message flex flex-col gap-2.5", user && "items-end")}
    >
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
      {message.ended && <p className="text-xs text-muted-foreground">{message.ended}</p>}
      {!user && text !== "" && finished && (
        <div className="-mt-2 -ml-2 flex opacity-0 transition-opacity group-focus-within/message:opacity-100 group-hover/message:opacity-100 pointer-coarse:opacity-100">
          <CopyButton label="Copy answer" text={() => text} />
          {onRegenerate && (
            <IconButton label="Answer again" onClick={onRegenerate}>
              <RefreshCw aria-hidden className="size-4" />
            </IconButton>
          )}
        </div>
      )}
    </article>
  );
});
