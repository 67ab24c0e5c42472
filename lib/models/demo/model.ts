import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4Content } from "@ai-sdk/provider";
import { type Plan, planAnswer } from "./plan";
import { callId, toParts, toStream } from "./stream";
import { estimateUsage } from "./usage";

export interface DemoModelOptions {
  /** Milliseconds between two words. `0` streams as fast as it is read, without timers. Default 18. */
  delayMs?: number;
}

/** Failures that are still to be followed by a success; more than this are forgotten. */
const MOST_REMEMBERED = 1_000;

/**
 * The scripted demo model: no key, no network, no chance. The same request has the same answer, with one exception that a
 * question must ask for: "fail once" fails, and answers when the same request comes again.
 */
export function createDemoModel({ delayMs = 18 }: DemoModelOptions = {}): LanguageModelV4 {
  const failedOnce = new Set<string>();

  const plan = (options: LanguageModelV4CallOptions): Plan => {
    options.abortSignal?.throwIfAborted();
    const planned = planAnswer(options);
    const recovered = planned.failure?.recovered;
    if (!recovered) return planned;
    const request = JSON.stringify(options.prompt);
    if (failedOnce.delete(request)) return { ...planned, text: recovered, failure: undefined };
    if (failedOnce.size >= MOST_REMEMBERED) failedOnce.clear();
    failedOnce.add(request);
    return planned;
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
