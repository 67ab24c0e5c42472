import type { LanguageModelV4Message, LanguageModelV4Prompt, LanguageModelV4Usage } from "@ai-sdk/provider";
import type { Plan } from "./plan";

/** Characters per token in plain English, roughly. */
const TOKEN = 4;

/** Plausible token counts: in proportion to the text, the same for the same request. */
export function estimateUsage(prompt: LanguageModelV4Prompt, plan: Plan): LanguageModelV4Usage {
  const input = toTokens(prompt.reduce((sum, message) => sum + messageLength(message), 0));
  const reasoning = toTokens(plan.reasoning.length);
  const text = toTokens(
    plan.calls.reduce((sum, call) => sum + call.toolName.length + call.input.length, plan.text.length),
  );
  return {
    inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: text + reasoning, text, reasoning },
  };
}

function toTokens(characters: number): number {
  return Math.ceil(characters / TOKEN);
}

function messageLength(message: LanguageModelV4Message): number {
  if (message.role === "system") return message.content.length;
  let length = 0;
  for (const part of message.content) {
    if (part.type === "text" || part.type === "reasoning") length += part.text.length;
    else if (part.type === "tool-call") length += JSON.stringify(part.input)?.length ?? 0;
    else if (part.type === "tool-result" && "value" in part.output) {
      const { value } = part.output;
      length += typeof value === "string" ? value.length : JSON.stringify(value).length;
    }
  }
  return length;
}
