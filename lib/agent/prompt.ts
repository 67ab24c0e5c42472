import type { LanguageModelV4Message, LanguageModelV4Prompt, LanguageModelV4ToolResultPart } from "@ai-sdk/provider";
import type { Json } from "../json";
import {
  type Block,
  isErrorOutcome,
  type Message,
  outcomesByCall,
  outcomeText,
  type ToolCallBlock,
  type ToolOutcome,
  toolCalls,
} from "./messages";

type UserPart = Extract<LanguageModelV4Message, { role: "user" }>["content"][number];
type AssistantPart = Extract<LanguageModelV4Message, { role: "assistant" }>["content"][number];

/** Stands in for a result that storage does not have, so that a provider never sees an open call. */
export const UNKNOWN_OUTCOME: ToolOutcome = {
  type: "error",
  message: "The call was interrupted before its result was recorded. It may or may not have been executed.",
};

/**
 * The model's prompt: instructions, then the conversation in order. Each call is directly followed by exactly one
 * result, in call order, wherever the results were stored; neighbours of one role are merged.
 *
 * @param context turn context, appended to the message with the id `questionId`
 */
export function toPrompt(input: {
  instructions: string;
  messages: Message[];
  questionId: string;
  context: string[];
}): LanguageModelV4Prompt {
  const prompt: LanguageModelV4Prompt = [{ role: "system", content: input.instructions }];
  const outcomes = outcomesByCall(input.messages);
  for (const message of input.messages) {
    if (message.role === "user") {
      const parts = userParts(message.blocks);
      if (message.id === input.questionId)
        parts.push(...input.context.map((text): UserPart => ({ type: "text", text })));
      pushUser(prompt, parts);
    } else if (message.role === "assistant") {
      pushAssistant(prompt, assistantParts(message.blocks));
      const calls = toolCalls(message);
      if (calls.length > 0)
        prompt.push({ role: "tool", content: calls.map((call) => resultPart(call, outcomes.get(call.callId))) });
    }
  }
  return prompt;
}

function userParts(blocks: Block[]): UserPart[] {
  return blocks.flatMap((block): UserPart[] => {
    if (block.type === "text") return [{ type: "text", text: block.text }];
    if (block.type !== "file") return [];
    const { mediaType, url, filename } = block;
    return [
      {
        type: "file",
        mediaType,
        data: { type: "data", data: url.slice(url.indexOf(",") + 1) },
        ...(filename && { filename }),
      },
    ];
  });
}

function assistantParts(blocks: Block[]): AssistantPart[] {
  return blocks.flatMap((block): AssistantPart[] => {
    switch (block.type) {
      case "text":
        return block.text ? [{ type: "text", text: block.text, ...options(block) }] : [];
      case "reasoning":
        return [{ type: "reasoning", text: block.text, ...options(block) }];
      case "tool-call":
        return [
          {
            type: "tool-call",
            toolCallId: block.callId,
            toolName: block.toolName,
            input: callInput(block.input),
            ...options(block),
          },
        ];
      default:
        return [];
    }
  });
}

/** Providers take objects as arguments; what a model produced instead is shown back to it by name. */
function callInput(input: Json): Json {
  return typeof input === "object" && input !== null && !Array.isArray(input) ? input : { invalid_arguments: input };
}

function options(block: { providerMetadata?: Record<string, object> }) {
  return block.providerMetadata ? { providerOptions: block.providerMetadata as never } : {};
}

function resultPart(call: ToolCallBlock, outcome: ToolOutcome = UNKNOWN_OUTCOME): LanguageModelV4ToolResultPart {
  return {
    type: "tool-result",
    toolCallId: call.callId,
    toolName: call.toolName,
    output: { type: isErrorOutcome(outcome) ? "error-text" : "text", value: outcomeText(outcome) },
  };
}

function pushUser(prompt: LanguageModelV4Prompt, parts: UserPart[]): void {
  const last = prompt[prompt.length - 1];
  if (last?.role === "user") last.content.push(...parts);
  else if (parts.length > 0) prompt.push({ role: "user", content: parts });
}

function pushAssistant(prompt: LanguageModelV4Prompt, parts: AssistantPart[]): void {
  const last = prompt[prompt.length - 1];
  if (last?.role === "assistant") last.content.push(...parts);
  else if (parts.length > 0) prompt.push({ role: "assistant", content: parts });
}
