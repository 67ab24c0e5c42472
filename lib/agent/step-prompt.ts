import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import { toolsInForce } from "./catalog";
import type { AgentDefinition } from "./define-agent";
import type { AgentRun } from "./events";
import type { Message } from "./messages";
import { toPrompt } from "./prompt";

/** What the model saw at one step. */
export interface StepPrompt {
  messageId: string;
  prompt: LanguageModelV4Prompt;
  /** Names of the tools that it was offered. */
  tools: string[];
  /** What is not known any more of an earlier run: its turn context, its client's tools, what its window had left out. */
  complete: boolean;
}

/**
 * The prompt of the step that wrote, or is writing, the assistant message `messageId`: computed from stored history by
 * the function that the step itself used. `null`: there is no such step.
 *
 * @param messages the thread's stored messages, superseded ones left out, oldest first
 */
export function stepPrompt(
  definition: AgentDefinition,
  { messages, run, messageId }: { messages: Message[]; run: AgentRun; messageId: string },
): StepPrompt | null {
  const written = messages.find((message) => message.id === messageId && message.role === "assistant");
  const current = isStepOf(run, messageId);
  if (!written && !current) return null;
  const before = written ? messages.filter((message) => message.seq < written.seq) : messages;
  const questionId = current ? run.data.questionId : before.findLast(({ role }) => role === "user")?.id;
  const state = current ? run.cursor.state : null;
  const prompt = toPrompt({
    instructions: definition.instructions,
    messages: before.filter(
      (message) => (message.inContext || message.id === questionId) && !(current && message.archived),
    ),
    questionId: questionId ?? "",
    context: state?.context ?? [],
  });
  return {
    messageId,
    prompt: prompt.map(withoutBulk),
    tools: toolsInForce(definition, state?.catalog ?? null).map((tool) => tool.name),
    complete: current,
  };
}

/** The first step's message has the run's message id, the later ones have it with their number. */
function isStepOf({ data }: AgentRun, messageId: string): boolean {
  return messageId === data.messageId || /^_\d+$/.test(messageId.replace(data.messageId, ""));
}

/** For people: a file is named instead of shown, and what is between us and the provider (signatures) stays there. */
function withoutBulk(message: LanguageModelV4Prompt[number]): LanguageModelV4Prompt[number] {
  if (message.role === "system") return message;
  const content = message.content.map((part) => {
    const { providerOptions: _, ...shown } = part;
    if (shown.type !== "file" || shown.data.type !== "data") return shown;
    return { ...shown, data: { type: "text", text: `(a file of ${sizeOf(shown.data.data)})` } };
  });
  return { role: message.role, content } as LanguageModelV4Prompt[number];
}

function sizeOf(data: string | Uint8Array): string {
  const bytes = typeof data === "string" ? Math.floor((data.length * 3) / 4) : data.byteLength;
  return `about ${Math.ceil(bytes / 1024)} KB`;
}
