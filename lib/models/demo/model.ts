import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4Content } from "@ai-sdk/provider";
import { type Plan, planAnswer } from "./plan";
import { callId, toParts, toStream } from "./stream";
import { estimateUsage } from "./usage";

export interface DemoModelOptions {
  /** Milliseconds between two words. `0` streams as fast as it is read, without timers. Default 18. */
  delayMs?: number;
}

/** The scripted demo model: no key, no network, no chance, no memory. The same request has the same answer. */
export function createDemoModel({ delayMs = 18 }: DemoModelOptions = {}): LanguageModelV4 {
  const plan = (options: LanguageModelV4CallOptions): Plan => {
    options.abortSignal?.throwIfAborted();
    return planAnswer(options);
  };

  return {
    specificationVersion: "v4",
    provider: "demo",
    modelId: "demo",
    supportedUrls: {},
    async doStream(options) {
      const planned = plan(options);
      return {
        stream: toStream(toParts(planned, estimateUsage(options.prompt, planned)), delayMs, options.abortSignal),
      };
    },
    async doGenerate(options) {
      const planned = plan(options);
      if (planned.failure) throw new Error(planned.failure.message);
      const unified = planned.calls.length > 0 ? "tool-calls" : "stop";
      return {
        content: toContent(planned),
        finishReason: { unified, raw: unified },
        usage: estimateUsage(options.prompt, planned),
        warnings: [],
      };
    },
  };
}

function toContent(plan: Plan): LanguageModelV4Content[] {
  return [
    { type: "reasoning", text: plan.reasoning },
    ...(plan.text === "" ? [] : [{ type: "text" as const, text: plan.text }]),
    ...plan.calls.map(({ toolName, input }, n) => ({
      type: "tool-call" as const,
      toolCallId: callId(plan, n),
      toolName,
      input,
    })),
  ];
}
