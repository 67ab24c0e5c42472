import type { LanguageModelV4Prompt } from "@ai-sdk/provider";

/**
 * What a provider would refuse in a prompt, or `null`: calls must be directly followed by exactly one result each, in
 * call order; a call id must be unique; messages of one role must not stand side by side.
 */
export function promptProblem(prompt: LanguageModelV4Prompt): string | null {
  const seen = new Set<string>();
  for (const [index, message] of prompt.entries()) {
    const following = prompt[index + 1];
    if (message.role !== "system" && following?.role === message.role) return `two ${message.role} messages in a row`;
    if (message.role === "tool" && callIds(prompt[index - 1]).length === 0) return "results without calls";
    const calls = callIds(message);
    for (const callId of calls) {
      if (seen.has(callId)) return `call ${callId} is there twice`;
      seen.add(callId);
    }
    if (calls.length > 0 && calls.join() !== resultIds(following).join())
      return `calls ${calls.join()} are followed by results ${resultIds(following).join() || "none"}`;
  }
  return prompt.at(-1)?.role === "assistant" ? "it ends with an assistant message" : null;
}

type PromptMessage = LanguageModelV4Prompt[number];

function callIds(message: PromptMessage | undefined): string[] {
  if (message?.role !== "assistant") return [];
  return message.content.flatMap((part) => (part.type === "tool-call" ? [part.toolCallId] : []));
}

function resultIds(message: PromptMessage | undefined): string[] {
  if (message?.role !== "tool") return [];
  return message.content.flatMap((part) => (part.type === "tool-result" ? [part.toolCallId] : []));
}
