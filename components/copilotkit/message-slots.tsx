import {
  CopilotChatAssistantMessage,
  type CopilotChatAssistantMessageProps,
  CopilotChatReasoningMessage,
  type CopilotChatReasoningMessageProps,
  CopilotChatToolCallsView,
  CopilotChatUserMessage,
  type CopilotChatUserMessageProps,
} from "@copilotkit/react-core/v2";
import { useMemo } from "react";
import { CopyButton } from "../chat-ui/copy-button";
import { Message } from "../chat-ui/message";
import { toQuestionParts } from "../chat-ui/question-parts";
import { TextPart } from "../chat-ui/text-part";
import { UsageButton } from "../chat-ui/usage-button";
import { asSlot } from "./as-slot";
import { useThread } from "./thread-context";
import { endOfAnswer } from "./thread-status";

const noActions = {
  decide: () => undefined,
  answer: () => undefined,
  run: () => undefined,
  cancel: () => undefined,
};

/** Whether an answer ends with this message (no step and no approval follows it), and if too early, why. */
function useAnswerEnd(message: { id: string }): { endsAnswer: boolean; ended: string | undefined } {
  // CopilotKit does not render a message again for what comes after it: the list that it gives may be an old one.
  const { messages, state } = useThread();
  const next = messages[messages.findIndex(({ id }) => id === message.id) + 1];
  if (next) return { endsAnswer: next.role === "user", ended: undefined };
  return { endsAnswer: !state.working && state.run?.status !== "suspended", ended: endOfAnswer(state) };
}

/** An assistant's message: its text as on the other pages, its calls by whatever renderer CopilotKit has for them. */
function OurAssistantMessage({ message, messages, isRunning }: CopilotChatAssistantMessageProps) {
  const { endsAnswer, ended } = useAnswerEnd(message);
  const { threadId } = useThread();
  const text = message.content ?? "";
  const calls = message.toolCalls?.length ?? 0;
  if (text === "" && calls === 0) return null;
  const streaming = Boolean(isRunning) && messages?.at(-1)?.id === message.id && calls === 0;
  return (
    <article
      data-role="assistant"
      data-message-id={message.id}
      aria-label="Assistant"
      className="group/message flex flex-col gap-3"
    >
      {text !== "" && <TextPart part={{ type: "text", id: message.id, text, streaming }} />}
      <CopilotChatToolCallsView message={message} messages={messages ?? []} />
      {ended && <p className="text-xs text-muted-foreground">{ended}</p>}
      {text !== "" && endsAnswer && (
        <div className="-mt-2 -ml-2 flex opacity-0 transition-opacity group-focus-within/message:opacity-100 group-hover/message:opacity-100 pointer-coarse:opacity-100">
          <CopyButton label="Copy answer" text={() => text} />
          <UsageButton threadId={threadId} messageId={message.id} />
        </div>
      )}
    </article>
  );
}

function OurUserMessage({ message: { id, content } }: CopilotChatUserMessageProps) {
  // A file can be large, and what is streamed after it renders it again.
  const view = useMemo(() => ({ id, role: "user" as const, parts: toQuestionParts(id, content) }), [id, content]);
  return <Message message={view} actions={noActions} disabled />;
}

function OurReasoningMessage({ message, messages, isRunning }: CopilotChatReasoningMessageProps) {
  const { ended } = useAnswerEnd(message);
  if (message.content === "") return null;
  const streaming = Boolean(isRunning) && messages?.at(-1)?.id === message.id;
  const part = { type: "reasoning" as const, id: message.id, text: message.content, streaming };
  const view = { id: message.id, role: "assistant" as const, parts: [part], ...(ended && { ended }) };
  return <Message message={view} actions={noActions} disabled />;
}

export const AssistantMessage = asSlot(OurAssistantMessage, CopilotChatAssistantMessage);
export const UserMessage = asSlot(OurUserMessage, CopilotChatUserMessage);
export const ReasoningMessage = asSlot(OurReasoningMessage, CopilotChatReasoningMessage);
